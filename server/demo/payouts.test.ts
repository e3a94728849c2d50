import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ListedMonthlyStatement } from '#contract/monthly-statements.ts'
import type { Payout } from '#contract/payouts.ts'
import { DAY_MS } from '#contract/time.ts'
import { readConfig } from '#server/config.ts'
import { shopOf } from '#server/domain/shop.ts'
import { openProvider } from '#server/payments/open-provider.ts'
import { openSandbox } from '#server/payments/open-sandbox.ts'
import { earlier, monthOf } from '#server/time.ts'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { earn, makePayable } from '#tests/support/payouts/payees.ts'
import { signInToDemo } from '#tests/support/scenarios/demo-people.ts'
import { world } from '#tests/support/world.ts'
import { createDemoPayouts } from './payouts.ts'
import { removeDemo } from './removal.ts'
import { createDemoShop } from './shop.ts'
import { createDemoWorld } from './world.ts'

const SETTINGS = { PAYMENTS: 'sandbox', SANDBOX_PORT: '0' }
const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'loge-demo-payouts-'))
const config = readConfig({ ...SETTINGS, DATA_DIR })
let now = () => new Date()
const sandbox = await openSandbox(
  config,
  () => 'http://127.0.0.1:1',
  () => now(),
)
const payments = sandbox && (await openProvider(config, sandbox.url))
if (!payments) throw new Error('there is no sandbox')
closeAfterTests(async () => {
  await sandbox.stop()
  await rm(DATA_DIR, { recursive: true, force: true })
})
const demo = await world({ DEMO: 'on', ...SETTINGS }, { payments })
now = demo.ctx.now
const { ctx, mails } = demo
const { db } = ctx
await createDemoWorld(ctx)
await createDemoShop(shopOf(ctx), sandbox)
await createDemoPayouts(shopOf(ctx))
const [creator, admin] = [await signInToDemo(demo, 'creator'), await signInToDemo(demo, 'admin')]

describe('Payouts of the demo world', () => {
  it('A creator has payouts that were paid, one that came back and one on its way, and a bank account', async () => {
    const { body }: { body: Payout[] } = await creator.ask('GET', '/payouts')
    expect(body.map(({ state }) => state)).toEqual(['sent', 'paid', 'failed', 'paid', 'paid'])
    const { body: balance } = await creator.ask('GET', '/balance')
    expect(balance).toMatchObject({
      schedule: 'monthly',
      is_sample: true,
      account: { begin: 'FR76', last4: '0189', holder: 'Margaux Lenoir', held_until: null },
    })
    expect(Number(balance.on_hold)).toBeGreaterThan(0)
    expect((await creator.ask('GET', '/verification')).body).toMatchObject({ state: 'verified' })
  })

  it('Her months have statements, which follow each other to the cent', async () => {
    const { body }: { body: ListedMonthlyStatement[] } = await creator.ask('GET', '/statements')
    expect(body.length).toBeGreaterThanOrEqual(4)
    const openings = await Promise.all(
      body.map(async ({ number }) => (await creator.ask('GET', `/statements/${number}`)).body.opening),
    )
    expect(openings.slice(0, -1)).toEqual(body.slice(1).map(({ closing }) => closing))
  })

  it('Staff find batches, and a verification that waits for a decision', async () => {
    const { body: batches } = await admin.ask('GET', '/admin/payout_batches')
    expect(batches.map(({ state }: { state: string }) => state)).toEqual(['sent', 'done', 'done', 'done', 'done'])
    const { body: waiting } = await admin.ask('GET', '/admin/verifications')
    expect(waiting).toMatchObject([{ creator: 'yukiaoyama', state: 'in_review' }])
    const rows = await db`select u.username from verifications v join users u on u.id = v.creator_id order by 1`
    expect(rows.map(({ username }) => username)).toEqual(['margauxlenoir', 'yukiaoyama'])
  })

  it('Nobody gets a mail about the past, and a second start changes nothing', async () => {
    expect(await mails()).toEqual([])
    const count = async () =>
      await db`select (select count(*) from payouts), (select count(*) from member_notices) as notices`
    const before = await count()
    await createDemoPayouts(shopOf(ctx))
    expect(await count()).toEqual(before)
  })

  it('All of it goes with the demo world, and what a member was paid stays', async () => {
    const amy = await demo.creator('amy')
    await makePayable(ctx, amy.id)
    await earn(ctx, amy.id, 5000, earlier(ctx.now(), 70 * DAY_MS))
    expect((await amy.ask('POST', '/payouts')).status).toBe(201)
    expect((await admin.ask('POST', '/admin/payout_batches')).status).toBe(201)
    const month = monthOf(earlier(ctx.now(), 70 * DAY_MS))
    await db`
      insert into monthly_statements (number, month, sequence, creator_id, facts, issued_at)
      values (${`${month}-9999`}, ${month}, 9999, ${amy.id}, '{}', ${ctx.now()})`
    const balance = (await amy.ask('GET', '/balance')).body
    expect(balance).toMatchObject({ total: '0.00' })
    await removeDemo(ctx)
    for (const table of ['payouts', 'verifications', 'payees', 'monthly_statements'])
      expect(await db`select creator_id from ${db(table)}`, table).toEqual([{ creator_id: amy.id }])
    expect(await db`select from verification_files`).toHaveLength(0)
    expect(await db`select from payout_batches`).toHaveLength(1)
    expect((await amy.ask('GET', '/balance')).body).toEqual(balance)
    expect(await removeDemo(ctx)).toMatchObject({ payments: 0 })
  })
})
