import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { reconcilePayouts, sendPayouts } from '#server/domain/payouts/provider-payouts.ts'
import { shopOf } from '#server/domain/shop.ts'
import { reconcile } from '#server/features/payments/reconcile.ts'
import { shopWorld } from '#tests/support/payments/shop-world.ts'
import { verify } from '#tests/support/payouts/provider-payees.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const shop = await shopWorld({ PAYOUTS: 'stripe' })
const { ctx, creatorNamed, member, visitor, sandbox, order, settle, waits, runJob } = shop
const { db } = ctx
const payouts = ctx.payouts
if (!payouts) throw new Error('there is no payout provider')

/** Creators who are verified and have sold tickets long enough ago. */
const earners: Person[] = []
const fans = [await member('fan1'), await member('fan2')]
for (let count = 0; count < 15; count += 1) {
  const creator = await creatorNamed(`creator${count}`)
  await verify(ctx, creator.id)
  for (const fan of fans) sandbox.people.pay((await order(fan, creator, 'week')).session)
  earners.push(creator)
}
await waits(8 * DAY_MS)

/** One whom no test has had. */
function earner(): Person {
  const creator = earners.pop()
  if (!creator) throw new Error('there are not enough creators')
  return creator
}

const asksForPage = (person: Person) => person.ask('POST', '/payouts/account', { current_password: PASSWORD })

/** Opens the page of the provider and fills it in. Returns the account there. */
async function fillsIn(creator: Person, iban?: string): Promise<string> {
  const { status } = await asksForPage(creator)
  if (status !== 200) throw new Error(`the page was answered with ${status}`)
  const account = await accountOf(creator)
  sandbox.people.finishAccount(account, iban)
  await settle()
  return account
}

async function accountOf({ id }: Person): Promise<string> {
  const [row] = await db`select reference from payees where creator_id = ${id}`
  return row?.reference
}

/** A creator who has asked for everything, and the payout. */
async function asks(creator: Person) {
  const { status, body } = await creator.ask('POST', '/payouts')
  expect(status).toBe(201)
  return body
}

/** What is told about accounts and payouts. */
const TOLD = [
  'account.updated',
  'payout.created',
  'payout.paid',
  'payout.failed',
  'transfer.created',
  'transfer.reversed',
]

/** The part of the nightly reconciliation that is about creators. */
const night = () => reconcilePayouts({ ...shopOf(ctx), payouts }, async (_, work) => await work())

const send = () => runJob('send_payouts')
const arrives = () => waits(DAY_MS + 2 * HOUR_MS)

async function newest(creator: Person) {
  return (await creator.ask('GET', '/payouts')).body[0]
}

const balanceOf = async (creator: Person) => (await creator.ask('GET', '/balance')).body

async function kinds({ id }: Person) {
  return (await db`select kind from member_notices where user_id = ${id} order by created_at, id`).map(
    ({ kind }) => kind,
  )
}

/** The books and the balance at the provider are equal while nothing waits to be sent. */
async function expectEqualBooks() {
  const [books] = await db`select sum(charged - banking_fee) as balance from movements where provider = 'sandbox'`
  expect(books?.balance).toBe(sandbox.books().net)
}

async function rowsOf({ id }: Person) {
  return {
    payouts:
      await db`select id, state, cents, reference, ended_at, failure from payouts where creator_id = ${id} order by id`,
    movements: await db`
      select kind, reference, charged, net from movements where creator_id = ${id} and kind = 'transfer' order by reference`,
    payee: await db`select reference, is_ready, account_last4 from payees where creator_id = ${id}`,
  }
}

describe('The account at the provider', () => {
  it('Nobody but a creator opens one, and nobody where the operator pays by hand', async () => {
    expect((await asksForPage(visitor)).status).toBe(401)
    expect((await asksForPage(await member('plain'))).status).toBe(403)
    const manual = await world({ PAYMENTS: 'sandbox' })
    expect((await asksForPage(await manual.creatorNamed('Amy'))).status).toBe(404)
  })

  it('Whoever is not verified or has not confirmed the address is told so, and nothing is opened', async () => {
    const lou = await creatorNamed('Lou')
    expect(await asksForPage(lou)).toMatchObject({
      status: 409,
      body: { code: 'payout_waits', fields: { waits_for: 'verification' } },
    })
    await verify(ctx, lou.id)
    await db`update users set email_confirmed_at = null where id = ${lou.id}`
    expect((await asksForPage(lou)).body.code).toBe('email_unconfirmed')
    expect(await accountOf(lou)).toBeUndefined()
  })

  it('A provider that is away is no fault of the creator', async () => {
    const noa = await creatorNamed('Noa')
    await verify(ctx, noa.id)
    sandbox.faults.away()
    expect((await asksForPage(noa)).status).toBe(503)
    sandbox.faults.away(false)
    expect((await asksForPage(noa)).status).toBe(200)
  })

  it('Without the password of the creator the page of the provider stays closed', async () => {
    const tom = await creatorNamed('Tom')
    await verify(ctx, tom.id)
    for (const body of [undefined, {}, { current_password: '' }, { current_password: 'wrong' }]) {
      const reply = await tom.ask('POST', '/payouts/account', body)
      expect([reply.status, await accountOf(tom)], JSON.stringify(body)).toEqual([422, undefined])
    }
  })

  it('An account at the provider that takes the place of one that was kept here makes payouts wait for two days', async () => {
    const kim = earner()
    await db`insert into payees (creator_id, account_last4, changed_at) values (${kim.id}, '0189', ${ctx.now()})`
    await fillsIn(kim)
    expect(await balanceOf(kim)).toMatchObject({ waits_for: 'account_change', account: { last4: '2606' } })
  })

  it('The page is finished at the provider, and the creator can be paid and is told once', async () => {
    const amy = earner()
    expect(await balanceOf(amy)).toMatchObject({ waits_for: 'account', account: null, account_at: 'provider' })
    const { url } = (await asksForPage(amy)).body
    expect(new URL(url).origin).toBe(sandbox.url)
    expect((await balanceOf(amy)).waits_for).toBe('account')
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'finish' }), redirect: 'manual' })
    await settle()
    sandbox.faults.replay({ types: ['account.updated'] })
    await settle()
    expect(await balanceOf(amy)).toMatchObject({
      waits_for: null,
      account: { at: 'provider', last4: '2606', holder: null, held_until: null },
    })
    expect((await kinds(amy)).filter((kind) => kind === 'payout_account_changed')).toHaveLength(1)
    // The same account, and another page of it.
    const account = await accountOf(amy)
    expect((await asksForPage(amy)).status).toBe(200)
    expect(await accountOf(amy)).toBe(account)
  })

  it('Another bank makes payouts wait for two days, and the creator is told', async () => {
    const ida = earner()
    await fillsIn(ida)
    const { id } = await asks(ida)
    await fillsIn(ida, 'DE89370400440532013000')
    expect(await balanceOf(ida)).toMatchObject({ account: { last4: '3000', held_until: expect.any(String) } })
    await send()
    expect(await newest(ida)).toMatchObject({ id, state: 'asked' })
    expect((await kinds(ida)).filter((kind) => kind === 'payout_account_changed')).toHaveLength(2)
    await waits(49 * HOUR_MS)
    await send()
    expect(await newest(ida)).toMatchObject({ id, state: 'sent' })
  })
})

describe('A payout through the provider', () => {
  it('It is sent by the job, paid when the bank has it, and the books equal the balance at the provider', async () => {
    const amy = earner()
    await fillsIn(amy)
    const { id, amount } = await asks(amy)
    expect(await newest(amy)).toMatchObject({ id, state: 'asked', sent_at: null })
    await send()
    expect(await newest(amy)).toMatchObject({ id, state: 'sent', last4: '2606' })
    await expectEqualBooks()
    expect(await kinds(amy)).toContain('payout_sent')
    await arrives()
    expect(await newest(amy)).toMatchObject({ id, state: 'paid', amount, failure: null })
    expect(await balanceOf(amy)).toMatchObject({ available: '0.00', waits_for: 'minimum' })
    await expectEqualBooks()
  })

  it('Nothing is sent to somebody who is frozen, until they are not', async () => {
    const zoe = earner()
    await fillsIn(zoe)
    await asks(zoe)
    await db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${zoe.id}`
    await send()
    expect((await rowsOf(zoe)).payouts).toMatchObject([{ state: 'asked', reference: null }])
    await db`update users set frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null where id = ${zoe.id}`
    await send()
    expect((await rowsOf(zoe)).payouts).toMatchObject([{ state: 'sent' }])
  })

  it('While the provider is away it is tried again, later and later, and staff read why it waits', async () => {
    const eve = earner()
    await fillsIn(eve)
    const { id } = await asks(eve)
    const waiting: number[] = []
    sandbox.faults.away()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await send()
      const [row] = await db`select next_attempt_at, note, state from payouts where id = ${id}`
      expect(row).toMatchObject({ state: 'asked', note: expect.stringContaining('cannot be used') })
      waiting.push((row?.next_attempt_at.getTime() - ctx.now().getTime()) / 60_000)
      shop.passes(row?.next_attempt_at.getTime() - ctx.now().getTime())
    }
    expect(waiting).toEqual([5, 10, 20])
    sandbox.faults.away(false)
    await send()
    expect(await newest(eve)).toMatchObject({ id, state: 'sent' })
  })

  it('More than the house has at the provider waits until the house has it', async () => {
    const gil = earner()
    await fillsIn(gil)
    const { id } = await asks(gil)
    const { name, pay, ...rest } = payouts
    const poor = { ...shopOf(ctx), payouts: { ...rest, name, pay: () => pay({ id, account: '', cents: 10 ** 9 }) } }
    await sendPayouts(poor)
    const [row] = await db`select state, note from payouts where id = ${id}`
    expect(row).toMatchObject({ state: 'asked', note: expect.stringContaining('too small') })
    await waits(5 * 60_000)
    await send()
    expect(await newest(gil)).toMatchObject({ id, state: 'sent' })
  })

  it('A process that is killed after the provider has sent it, and thirty at once, send it once', async () => {
    const kim = earner()
    await fillsIn(kim)
    const { amount } = await asks(kim)
    const before = sandbox.books().transferred
    const killed = {
      ...payouts,
      pay: async (payout: Parameters<typeof payouts.pay>[0]) => {
        await payouts.pay(payout)
        throw new Error('killed')
      },
    }
    await sendPayouts({ ...shopOf(ctx), payouts: killed })
    expect(await newest(kim)).toMatchObject({ state: 'asked' })
    // Long after the provider has forgotten the key of the request.
    await waits(3 * DAY_MS)
    await Promise.all(Array.from({ length: 30 }, () => sendPayouts({ ...shopOf(ctx), payouts })))
    expect((await newest(kim)).state).not.toBe('asked')
    expect(sandbox.books().transferred - before).toBe(Math.round(Number(amount) * 100))
    await waits(0)
    await expectEqualBooks()
  })

  it('An account that is gone at the provider fails the payout, and the money is in the balance again', async () => {
    const max = earner()
    await fillsIn(max)
    const { amount } = await asks(max)
    const gone = {
      ...payouts,
      pay: (payout: Parameters<typeof payouts.pay>[0]) => payouts.pay({ ...payout, account: 'acct_gone' }),
    }
    await sendPayouts({ ...shopOf(ctx), payouts: gone })
    expect(await newest(max)).toMatchObject({ state: 'failed', failure: 'account_unknown' })
    expect(await balanceOf(max)).toMatchObject({ available: amount })
    await expectEqualBooks()
  })
})

describe('A bank that sends the money back', () => {
  it('It is taken back from the account, is in the balance again, once, and the creator is told and gives another bank', async () => {
    const uma = earner()
    const account = await fillsIn(uma)
    sandbox.people.setBank(account, 'incorrect_account_holder_name')
    const { id, amount } = await asks(uma)
    await send()
    await arrives()
    expect(await newest(uma)).toMatchObject({ id, state: 'failed', failure: 'name_differs' })
    expect(await balanceOf(uma)).toMatchObject({ available: amount, waits_for: 'account', account: null })
    expect((await kinds(uma)).filter((kind) => kind === 'payout_failed')).toHaveLength(1)
    await expectEqualBooks()
    const before = await rowsOf(uma)
    sandbox.faults.replay({ types: TOLD })
    await settle()
    expect(await reconcile(shopOf(ctx))).toMatchObject({ failures: 0 })
    expect(await rowsOf(uma)).toEqual(before)
    await fillsIn(uma, 'DE89370400440532013000')
    await waits(49 * HOUR_MS)
    await asks(uma)
    await send()
    await arrives()
    expect(await newest(uma)).toMatchObject({ state: 'paid', last4: '3000' })
    await expectEqualBooks()
  })

  it('Days after it was paid it may still come back', async () => {
    const bea = earner()
    const account = await fillsIn(bea)
    const { amount } = await asks(bea)
    await send()
    await arrives()
    expect(await newest(bea)).toMatchObject({ state: 'paid' })
    await waits(4 * DAY_MS)
    sandbox.people.returnPayout(account, 'account_closed')
    await settle()
    expect(await newest(bea)).toMatchObject({ state: 'failed', failure: 'account_closed' })
    expect(await balanceOf(bea)).toMatchObject({ available: amount })
    await expectEqualBooks()
  })

  it('Events that are lost, late, doubled or backwards end in the same rows', async () => {
    const lived = async (faults: () => void, end: () => Promise<unknown>) => {
      const person = earner()
      faults()
      await asksForPage(person)
      const account = await accountOf(person)
      sandbox.people.finishAccount(account)
      await settle()
      // Where nothing was told, the night finds it.
      await night()
      const { id } = await asks(person)
      await send()
      sandbox.people.setBank(account, 'declined')
      await arrives()
      sandbox.people.finishAccount(account, 'DE89370400440532013000')
      await end()
      await settle()
      const { payouts, movements, payee } = await rowsOf(person)
      const [row] = payouts
      expect(row).toMatchObject({ id, ended_at: expect.any(Date) })
      await expectEqualBooks()
      return {
        outcome: [row?.state, row?.failure, row?.cents],
        movements: movements.map(({ reference, charged }) => [String(reference).replace(id, 'payout'), charged]),
        payee: payee.map(({ is_ready, account_last4 }) => [is_ready, account_last4]),
      }
    }
    const { faults } = sandbox
    const plain = await lived(
      () => {},
      async () => {},
    )
    expect(plain.outcome.slice(0, 2)).toEqual(['failed', 'refused'])
    const doubled = await lived(
      () => faults.double(),
      async () => faults.replay({ types: TOLD }),
    )
    faults.clear()
    const backwards = await lived(
      () => {
        faults.reorder()
        faults.hold()
      },
      async () => faults.release(),
    )
    faults.clear()
    const lost = await lived(() => faults.drop(), night)
    faults.clear()
    expect(doubled).toEqual(plain)
    expect(backwards).toEqual(plain)
    expect(lost).toEqual(plain)
  }, 60_000)
})
