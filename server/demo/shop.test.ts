import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import type { StaffOrder, UnappliedPayment } from '#contract/payments.ts'
import type { ListedReceipt } from '#contract/receipts.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { periodEnd } from '#sandbox/clock.ts'
import { readConfig } from '#server/config.ts'
import { shopOf } from '#server/domain/shop.ts'
import { reconcile } from '#server/features/payments/reconcile.ts'
import { openProvider } from '#server/payments/open-provider.ts'
import { openSandbox } from '#server/payments/open-sandbox.ts'
import { later } from '#server/time.ts'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { signInToDemo } from '#tests/support/scenarios/demo-people.ts'
import { world } from '#tests/support/world.ts'
import { removeDemo } from './removal.ts'
import { createDemoShop, monthsBefore } from './shop.ts'
import { createDemoWorld } from './world.ts'

const SETTINGS = { PAYMENTS: 'sandbox', SANDBOX_PORT: '0' }

/** A product with the demo world and the sandbox, as `PAYMENTS=sandbox npm start` makes it. */
async function demoShop() {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'loge-demo-shop-'))
  let now = () => new Date()
  const config = readConfig({ ...SETTINGS, DATA_DIR })
  const origin = () => 'http://127.0.0.1:1'
  const sandbox = await openSandbox(config, origin, () => now())
  const payments = sandbox && (await openProvider(config, sandbox.url))
  if (!payments) throw new Error('there is no sandbox')
  closeAfterTests(async () => {
    await sandbox.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  const demo = await world({ DEMO: 'on', ...SETTINGS }, { payments })
  now = demo.ctx.now
  await createDemoWorld(demo.ctx)
  return { ...demo, shop: shopOf(demo.ctx), sandbox }
}

const demo = await demoShop()
const { ctx, shop, sandbox, mails, passes, runJob } = demo
const { db } = ctx
await createDemoShop(shop, sandbox)
const [fan, admin] = [await signInToDemo(demo, 'fan'), await signInToDemo(demo, 'admin')]

async function rows() {
  return {
    movements: await db`select * from movements where provider = 'sandbox' order by id`,
    periods: await db`select * from subscriptions order by id`,
    receipts: await db`select * from receipts order by number`,
    orders: await db`select * from orders order by id`,
  }
}

/** The tickets of the fan, by their creators. */
async function tickets() {
  const { body }: { body: Subscription[] } = await fan.ask('GET', '/subscriptions')
  return Object.fromEntries(body.map((subscription) => [subscription.profile_name, subscription]))
}

describe('The shop of the demo world', () => {
  it('The fan has a ticket of every kind: renewing, refused by the bank, stopped, single, over and refunded', async () => {
    const { margauxlenoir, anasol, noorhaddad, yukiaoyama, louverdier, camilleroche } = await tickets()
    expect(margauxlenoir).toMatchObject({ expires_in: '24 days', ticket: { kind: 'renewing', renewal_price: '28.79' } })
    expect(anasol?.ticket).toMatchObject({ kind: 'renewing', renews_at: null, grace_until: expect.any(String) })
    expect(noorhaddad).toMatchObject({ expires_in: '9 hours', ticket: { kind: 'stopped' } })
    expect(yukiaoyama).toMatchObject({ expires_in: '3 days', ticket: { kind: 'single' } })
    expect(louverdier).toMatchObject({ ticket: { kind: 'single' } })
    expect(camilleroche?.ticket).toMatchObject({ kind: 'single', refunded_at: expect.any(String) })
    for (const over of [louverdier, camilleroche]) expect(over?.expires_in).toBeUndefined()
  })

  it('The fan has the receipts of it, newest first and with the numbers of their time, and a credit note', async () => {
    const { body }: { body: ListedReceipt[] } = await fan.ask('GET', '/receipts')
    expect(body.filter(({ kind }) => kind === 'credit_note').map(({ creator }) => creator)).toEqual(['camilleroche'])
    expect(body.filter(({ creator }) => creator === 'margauxlenoir')).toHaveLength(3)
    const numbers = (await rows()).receipts.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
    const issued = (await rows()).receipts.map(({ issued_at }) => issued_at.getTime())
    expect(issued).toEqual(issued.toSorted((one, two) => one - two))
  })

  it('Staff see orders in every state, one withdrawal, and money that opened nothing: sent back, and on its way', async () => {
    const orders: StaffOrder[] = (await admin.ask('GET', '/admin/orders')).body
    expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(['paid', 'failed', 'expired', 'refunded']))
    const asked: StaffOrder[] = (await admin.ask('GET', '/admin/orders?state=withdrawal_asked')).body
    expect(asked.map(({ fan }) => fan)).toEqual(['willhart'])
    expect(orders).toContainEqual(expect.objectContaining({ fan: 'pabloreyes', refunded: '5.00' }))
    expect(orders).toContainEqual(
      expect.objectContaining({
        fan: 'theomarchetti',
        creator: 'yukiaoyama',
        state: 'paid',
        withdrawal_answer: expect.stringContaining('The curtain opened'),
      }),
    )
    const unapplied: UnappliedPayment[] = (await admin.ask('GET', '/admin/unapplied_payments')).body
    expect(unapplied.map(({ state, reason }) => [state, reason])).toEqual([
      ['refunding', 'unknown_country'],
      ['refunded', 'unknown_country'],
    ])
  })

  it('The creator sees what was given back, and what a bank took back', async () => {
    const { reversals } = (await (await signInToDemo(demo, 'creator')).ask('GET', '/revenues')).body
    expect(reversals).toEqual({ refunded: '5.00', disputed: '9.75' })
  })

  it('The books equal the balance of the sandbox, and a reconciliation finds nothing to change', async () => {
    const [books] = await db`
      select sum(charged - banking_fee) as balance, count(*) filter (where kind = 'payment') as payments
      from movements where provider = 'sandbox'`
    expect(books).toEqual({ balance: sandbox.books().net, payments: 16 })
    const before = await rows()
    expect(await reconcile(shop)).toMatchObject({ failures: 0 })
    expect(await rows()).toEqual(before)
  })

  it('Nobody gets a mail about the past, and the fan finds unread what is to be done', async () => {
    expect(await mails()).toEqual([])
    const { body } = await fan.ask('GET', '/notices')
    const unread = body.filter(({ read }: Notice) => !read).map(({ kind }: Notice) => kind)
    expect(unread.toSorted()).toEqual(['new_message', 'payment_failed', 'ticket_ends'])
  })

  it('A second start changes nothing', async () => {
    const before = await rows()
    await createDemoShop(shop, sandbox)
    expect(await rows()).toEqual(before)
  })
})

describe('Tickets of the demo world', () => {
  it('The fan stops the renewal, and finds the page of the provider where the card is changed', async () => {
    const { margauxlenoir, anasol } = await tickets()
    const stopped = await fan.ask('POST', `/subscriptions/${margauxlenoir?.id}/cancel`)
    expect(stopped.body.ticket).toMatchObject({ kind: 'stopped' })
    const { status, body } = await fan.ask('POST', `/subscriptions/${anasol?.id}/portal`)
    expect([status, new URL(body.url).origin]).toEqual([200, sandbox.url])
  })

  it('An admin refunds an order, which ends the access', async () => {
    const { ticket } = (await tickets()).yukiaoyama ?? {}
    const refunded = await admin.ask('POST', `/admin/orders/${ticket?.order_id}/refund`, {
      reason: 'A gesture',
      after_decline: true,
    })
    expect(refunded.body).toMatchObject({ state: 'refunded', refunded: '17.99' })
    expect((await tickets()).yukiaoyama?.expires_in).toBeUndefined()
  })

  it('The next day the bank pays for the renewal that it had refused', async () => {
    passes(DAY_MS + HOUR_MS)
    sandbox.tellTime(undefined)
    await reconcile(shop)
    expect((await tickets()).anasol?.ticket).toMatchObject({ kind: 'renewing', grace_until: null })
  })

  it('The demo world can be removed. The books and the receipts stay, and name nobody who is still there', async () => {
    const before = await db`select count(*) from movements where provider = 'sandbox'`
    await removeDemo(ctx)
    await runJob('end_memberships')
    expect(await db`select from users where demo is not null and username is not null`).toHaveLength(0)
    expect(await db`select count(*) from movements where provider = 'sandbox'`).toEqual(before)
    expect(await db`select from memberships where state <> 'ended'`).toHaveLength(0)
  })
})

describe('The beginning of a renewing ticket', () => {
  it('A period ends at the wanted time on every day of four years, also after a month that is too short', () => {
    for (let day = 0; day < 4 * 365 + 1; day += 1) {
      const end = later(new Date('2027-01-01T09:30:15.000Z'), day * DAY_MS)
      for (const months of [1, 2, 3]) {
        const start = monthsBefore(end, months).getTime() / 1000
        const ends = [months, months + 1, months + 2].map((count) => periodEnd(start, 'month', count) * 1000)
        expect(ends, end.toISOString()).toContain(end.getTime())
      }
    }
  })
})
