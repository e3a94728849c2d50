import { expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { NOBODY, world } from '#tests/support/world.ts'

const { member, creatorNamed, staff, visitor, registry, subscribe, ctx, runJob } = await world()
const [fan, amy, admin] = [await member('fan'), await creatorNamed('Amy'), await staff('ada', 'admin')]
await subscribe(fan, amy)

it('Without PAYMENTS no call about payments answers anything but 404', async () => {
  const [{ id }] = (await fan.ask('GET', '/subscriptions')).body
  const order = { creator_id: amy.id, period: 'day', country: 'FR', consent: true }
  const replies = [
    await fan.ask('POST', '/checkouts', order),
    await fan.ask('GET', `/orders/${NOBODY}`),
    await fan.ask('POST', `/orders/${NOBODY}/withdraw`),
    await visitor.ask('POST', '/webhooks/stripe', {}),
    await visitor.ask('POST', '/webhooks/sandbox', {}),
    await admin.ask('GET', '/admin/orders'),
    await admin.ask('GET', '/admin/unapplied_payments'),
    await admin.ask('POST', `/admin/orders/${NOBODY}/refund`, { reason: 'x' }),
    await fan.ask('POST', `/subscriptions/${id}/cancel`),
    await fan.ask('POST', `/subscriptions/${id}/resume`),
    await fan.ask('POST', `/subscriptions/${id}/portal`),
  ]
  for (const { status, body } of replies) expect([status, body.code]).toEqual([404, 'not_found'])
})

it('Without PAYMENTS no answer has a new field', async () => {
  expect((await fan.ask('GET', '/profiles/Amy')).body).not.toHaveProperty('checkout')
  expect((await fan.ask('GET', '/user')).body).not.toHaveProperty('payments')
  expect((await fan.ask('GET', '/subscriptions')).body[0]).not.toHaveProperty('ticket')
  expect((await amy.ask('GET', '/revenues')).body).not.toHaveProperty('reversals')
})

it('Without PAYMENTS the jobs do nothing, and nothing is measured', async () => {
  for (const job of [
    'handle_provider_events',
    'reconcile_payments',
    'remind_renewals',
    'mail_payment_problems',
  ] as const)
    await runJob(job)
  expect(await registry.metrics()).not.toContain('loge_payment')
  expect(await ctx.db`select 1 from provider_events`).toEqual([])
})

it('The contract names every call that needs a payment provider', () => {
  const names = endpointEntries().map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['create_checkout', 'take_event', 'refund_order']))
})
