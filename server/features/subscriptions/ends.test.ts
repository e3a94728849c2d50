import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { type Person, world } from '#tests/support/world.ts'
import { tellTicketEnds } from './ends.ts'

const { ctx, creator, member, subscribe, passes, runJob, eventsDuring } = await world()
let people = 0

async function pair(days: number) {
  people += 1
  const [amy, fan] = [await creator(`amy${people}`), await member(`fan${people}`)]
  await subscribe(fan, amy, days)
  return { amy, fan }
}

async function told(fan: Person) {
  return [
    ...(await ctx.db`
      select about_id, details from member_notices where user_id = ${fan.id} and kind = 'ticket_ends' order by id`),
  ]
}

async function renews(fan: Person, amy: Person, state: 'active' | 'ended', is_renewing: boolean): Promise<void> {
  const now = ctx.now()
  const later = new Date(now.getTime() + 10 * DAY_MS)
  await ctx.db`
    insert into memberships (
      id, order_id, fan_id, creator_id, provider, reference, state, renews, price, charged, period_starts_at, period_ends_at
    ) values (
      ${newId(now)}, ${newId(now)}, ${fan.id}, ${amy.id}, 'sandbox', ${crypto.randomUUID()}, ${state}, ${is_renewing}, 799,
      959, ${now}, ${later}
    )`
}

describe('Nobody is told of the end of a subscription', () => {
  it('more than three days before', async () => {
    const { fan } = await pair(10)
    passes(7 * DAY_MS - 1)
    await tellTicketEnds(ctx)
    expect(await told(fan)).toEqual([])
  })

  it('that was bought for so short a time that its end is known', async () => {
    const [day, three] = [await pair(1), await pair(3)]
    await tellTicketEnds(ctx)
    passes(HOUR_MS)
    await tellTicketEnds(ctx)
    for (const { fan } of [day, three]) expect(await told(fan)).toEqual([])
  })

  it('that renews', async () => {
    const { amy, fan } = await pair(10)
    await renews(fan, amy, 'active', true)
    passes(7 * DAY_MS)
    await tellTicketEnds(ctx)
    expect(await told(fan)).toEqual([])
  })

  it('that goes on with another period', async () => {
    const { amy, fan } = await pair(10)
    const ends_at = new Date(ctx.now().getTime() + 10 * DAY_MS)
    await ctx.db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      values (
        ${newId(ctx.now())}, ${fan.id}, ${amy.id}, ${ends_at}, ${new Date(ends_at.getTime() + DAY_MS)}, ${ctx.now()}
      )`
    passes(7 * DAY_MS)
    await tellTicketEnds(ctx)
    expect(await told(fan)).toEqual([])
  })

  it('to somebody whom they block, or who has left', async () => {
    const [blocked, gone] = [await pair(10), await pair(10)]
    const { username } = (await blocked.amy.ask('GET', '/user')).body
    await blocked.fan.ask('POST', '/blocks', { username })
    await ctx.db`update users set erased_at = ${new Date(ctx.now().getTime() + 14 * DAY_MS)} where id = ${gone.amy.id}`
    passes(7 * DAY_MS)
    await tellTicketEnds(ctx)
    for (const { fan } of [blocked, gone]) expect(await told(fan)).toEqual([])
  })
})

describe('A fan whose subscription ends', () => {
  it('is told three days before, once, in the app and by mail', async () => {
    const { amy, fan } = await pair(10)
    passes(7 * DAY_MS)
    const expires_at = new Date(ctx.now().getTime() + 3 * DAY_MS).toISOString()
    const events = await eventsDuring(() => runJob('tell_ticket_ends'))
    expect(events).toContainEqual({ kind: 'notices_changed', user_ids: [fan.id] })
    expect(await told(fan)).toEqual([{ about_id: amy.id, details: { creator_id: amy.id, expires_at } }])
    passes(HOUR_MS)
    await Promise.all([tellTicketEnds(ctx), tellTicketEnds(ctx)])
    expect(await told(fan)).toHaveLength(1)
    const [notice] = (await fan.ask('GET', '/notices')).body
    expect(notice).toMatchObject({ kind: 'ticket_ends', text: expect.stringContaining('ends in 3 days') })
  })

  it('is told again of the new end after it was prolonged', async () => {
    const { amy, fan } = await pair(10)
    passes(7 * DAY_MS)
    await tellTicketEnds(ctx)
    await subscribe(fan, amy, 4)
    await tellTicketEnds(ctx)
    expect(await told(fan)).toHaveLength(1)
    passes(4 * DAY_MS)
    await tellTicketEnds(ctx)
    expect(await told(fan)).toHaveLength(2)
  })

  it('is told if a membership was stopped or is over', async () => {
    const [stopped, over] = [await pair(10), await pair(10)]
    await renews(stopped.fan, stopped.amy, 'active', false)
    await renews(over.fan, over.amy, 'ended', true)
    passes(7 * DAY_MS)
    await tellTicketEnds(ctx)
    for (const { fan } of [stopped, over]) expect(await told(fan)).toHaveLength(1)
  })

  it('is told once by two processes at the same time', async () => {
    const { fan } = await pair(10)
    passes(7 * DAY_MS)
    await Promise.all([tellTicketEnds(ctx), tellTicketEnds(ctx), tellTicketEnds(ctx)])
    expect(await told(fan)).toHaveLength(1)
  })
})
