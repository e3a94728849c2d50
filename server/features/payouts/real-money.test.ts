import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { checkPayouts } from '#server/features/system/health/service-checks.ts'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
import { earn, makePayable } from '#tests/support/payouts/payees.ts'
import { NOBODY, world } from '#tests/support/world.ts'

const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SECRET_KEY: 'a secret of more than thirty-two characters',
}
const real = await world(STRIPE)
const { ctx, creator, staff, registry, passes } = real
const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)

describe('Where money is real', () => {
  it('Demo data and what the sandbox has charged belongs to nobody', async () => {
    const amy = await creator('amy')
    await makePayable(ctx, amy.id)
    await earn(ctx, amy.id, 5000, ago(30), { is_demo: true })
    await earn(ctx, amy.id, 6000, ago(30), { provider: 'sandbox' })
    await earn(ctx, amy.id, 6000, ago(1), { provider: 'sandbox' })
    expect((await amy.ask('GET', '/balance')).body).toMatchObject({ total: '0.00', on_hold: '0.00', is_sample: false })
    expect((await amy.ask('POST', '/payouts')).body.fields).toEqual({ waits_for: 'minimum' })
    await earn(ctx, amy.id, 2500, ago(30), { provider: 'stripe' })
    expect((await amy.ask('POST', '/payouts')).body).toMatchObject({ amount: '25.00', state: 'asked' })
    const [payout] = await ctx.db`select is_demo from payouts`
    expect(payout).toEqual({ is_demo: false })
  })

  it('A payout of play money is in no batch, and without an account of the house there is no file', async () => {
    const ada = await staff('ada', 'admin')
    const lou = await creator('lou')
    await makePayable(ctx, lou.id)
    await earn(ctx, lou.id, 3000, ago(30), { provider: 'stripe' })
    const { id } = (await lou.ask('POST', '/payouts')).body
    await ctx.db`update payouts set is_demo = true where id = ${id}`
    expect((await ada.ask('GET', '/admin/payout_desk')).body).toEqual({
      method: 'manual',
      waiting: { lines: 1, amount: '25.00' },
      has_account: false,
    })
    const { body: batch } = await ada.ask('POST', '/admin/payout_batches')
    expect(batch).toMatchObject({ lines: 1, amount: '25.00' })
    const refused = await ada.ask('GET', `/admin/payout_batches/${batch.id}/file`)
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('PAYOUT_IBAN')])
  })

  it('The health check asks for the account of the house, and tells of payouts that wait for a week', async () => {
    const find = (config = ctx.config) => checkPayouts(ctx.db, { config, now: ctx.now })
    expect(await find()).toEqual({ found: 'payouts_no_account' })
    const account = { iban: 'DE89370400440532013000', bic: undefined }
    const config = { ...ctx.config, payouts: { method: 'manual' as const, account } }
    expect(await find(config)).toEqual({ found: 'payouts_manual', values: { waiting: 2 } })
    passes(7 * DAY_MS)
    expect(await find(config)).toEqual({ found: 'payouts_late', values: { waiting: 2, days: 7 } })
    expect(await find({ ...ctx.config, payouts: undefined })).toEqual({ found: 'payouts_none' })
  })

  it('Operators measure what waits, what came back and who owes money', async () => {
    const metrics = await registry.metrics()
    expect(metrics).toContain('loge_payouts_waiting 2')
    expect(metrics).toContain(`loge_payouts_oldest_seconds ${7 * 24 * 3600}`)
    expect(metrics).toContain('loge_payouts_failed 0')
    expect(metrics).toContain('loge_balances_negative 0')
  })
})

it('The file is paid from the account and the bank of the settings', async () => {
  const { ctx, creator, staff } = await world({
    ...STRIPE,
    PAYOUT_IBAN: 'DE89 3704 0044 0532 0130 00',
    PAYOUT_BIC: 'cobadeffxxx',
  })
  const [amy, ada] = [await creator('amy'), await staff('ada', 'admin')]
  await makePayable(ctx, amy.id)
  await earn(ctx, amy.id, 3000, new Date(ctx.now().getTime() - 30 * DAY_MS))
  await amy.ask('POST', '/payouts')
  const { body: batch } = await ada.ask('POST', '/admin/payout_batches')
  const { text } = await ada.ask('GET', `/admin/payout_batches/${batch.id}/file`)
  expect(readPain001(text).debtor).toEqual({ name: 'Loge', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' })
})

it('Without PAYMENTS no call about payouts answers anything but 404, and nothing is measured', async () => {
  const { creator, staff, registry, runJob, ctx } = await world()
  const [amy, ada] = [await creator('amy'), await staff('ada', 'admin')]
  for (const reply of [
    await amy.ask('GET', '/balance'),
    await amy.ask('GET', '/payouts'),
    await amy.ask('GET', '/payouts?format=csv'),
    await amy.ask('POST', '/payouts'),
    await amy.ask('PUT', '/payouts/schedule', { schedule: 'monthly' }),
    await ada.ask('GET', '/admin/payout_desk'),
    await ada.ask('GET', '/admin/payouts'),
    await ada.ask('POST', `/admin/payouts/${NOBODY}/outcome`, { state: 'paid' }),
    await ada.ask('GET', '/admin/payout_batches'),
    await ada.ask('POST', '/admin/payout_batches'),
    await ada.ask('GET', `/admin/payout_batches/${NOBODY}/file`),
    await ada.ask('POST', `/admin/payout_batches/${NOBODY}/outcome`, { state: 'sent' }),
  ])
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  await runJob('ask_monthly_payouts')
  expect(await ctx.db`select 1 from payout_runs`).toEqual([])
  expect(await registry.metrics()).not.toContain('loge_payout')
})
