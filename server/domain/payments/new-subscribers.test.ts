import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { later } from '#server/time.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { world } from '#tests/support/world.ts'

const here = await world()
const { ctx, creator, member, subscribe, passes, eventsDuring } = here
const { orders, pays, renews } = openShop(here)
let people = 0

async function pair() {
  people += 1
  return { amy: await creator(`amy${people}`), fan: await member(`fan${people}`) }
}

async function told({ id }: { id: string }) {
  return [...(await ctx.db`select about_id from member_notices where user_id = ${id} and kind = 'new_subscriber'`)]
}

describe('A creator', () => {
  it('is told once of a fan who pays for the first time, however often the event comes', async () => {
    const { amy, fan } = await pair()
    const payment = pays(await orders(fan, amy, { period: 'day' }), ctx.now())
    const events = await eventsDuring(() => settlePayment(ctx, payment))
    await settlePayment(ctx, payment)
    expect(await told(amy)).toEqual([{ about_id: fan.id }])
    expect(events).toContainEqual({ kind: 'notices_changed', user_ids: [fan.id, amy.id] })
  })

  it('is not told of a renewal, also if it is paid after the end', async () => {
    const { amy, fan } = await pair()
    const order = await orders(fan, amy, { period: 'month' })
    await settlePayment(ctx, pays(order, ctx.now()))
    passes(40 * DAY_MS)
    await settlePayment(ctx, renews(order, 'renewal'))
    expect(await told(amy)).toHaveLength(1)
  })

  it('is not told of a second ticket of somebody who is in already, by payment or by grant', async () => {
    const { amy, fan } = await pair()
    await subscribe(fan, amy, 3)
    await settlePayment(ctx, pays(await orders(fan, amy, { period: 'day' }), ctx.now()))
    expect(await told(amy)).toEqual([])
  })

  it('is told again of a fan who comes back', async () => {
    const { amy, fan } = await pair()
    await settlePayment(ctx, pays(await orders(fan, amy, { period: 'day' }), ctx.now()))
    passes(2 * DAY_MS)
    const order = await orders(fan, amy, { period: 'day', created_at: later(ctx.now(), -1) })
    await settlePayment(ctx, pays(order, ctx.now()))
    expect(await told(amy)).toHaveLength(2)
  })
})
