import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { endMemberships, pauseMemberships, refundUnapplied } from '#server/domain/payments/provider-work.ts'
import { settlePayment, syncMembership } from '#server/domain/payments/settle.ts'
import { ProviderAway } from '#server/payments/provider.ts'
import { findMayMessage } from '#server/store/conversations/conversations.ts'
import { eraseUser } from '#server/store/deletion/erasure.ts'
import type { Order } from '#server/store/payments/orders.ts'
import { later } from '#server/time.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { type Person, world } from '#tests/support/world.ts'

const here = await world()
const { ctx, creator, member, passes } = here
const { provider, orders, pays, renews } = openShop(here)
const { db } = ctx

let count = 0
/** A fan and a creator of their own, and a month between them. */
async function subscribed(): Promise<{ fan: Person; amy: Person; order: Order; payment: string; membership: string }> {
  count += 1
  const [fan, amy] = [await member(`fan${count}`), await creator(`amy${count}`)]
  const order = await orders(fan, amy)
  const payment = pays(order, ctx.now())
  await settlePayment(ctx, payment)
  return { fan, amy, order, payment, membership: `sub_${order.id}` }
}

/** What the jobs do. */
async function work(): Promise<void> {
  provider.now = ctx.now()
  await pauseMemberships(ctx)
  await endMemberships(ctx)
  await refundUnapplied(ctx)
}

const nameOf = async (person: Person) => (await person.ask('GET', '/user')).body.username
const refunded = (payment: string) =>
  provider.payments.get(payment)?.refunds.reduce((sum, { cents }) => sum + cents, 0) ?? Number.NaN
const isOpen = async (fan: Person, amy: Person, at = ctx.now()) =>
  (await findMayMessage(db, fan.id, amy.id, at))?.may_message

describe('A block', () => {
  it('A creator who blocks a subscriber gives back all of what was paid, and the renewal ends', async () => {
    const { fan, amy, order, payment, membership } = await subscribed()
    const queued = pays(await orders(fan, amy, { period: 'day' }), later(ctx.now(), 1000))
    await settlePayment(ctx, queued)
    passes(DAY_MS)
    await amy.ask('POST', '/blocks', { username: await nameOf(fan) })
    // The provider was away for an hour: that hour is not given back either.
    passes(HOUR_MS)
    await work()
    expect([refunded(payment), refunded(queued)]).toEqual([order.charged, 959])
    expect(provider.memberships.get(membership)?.state).toBe('ended')
    await amy.ask('DELETE', `/blocks/${await nameOf(fan)}`)
    expect(await isOpen(fan, amy)).toBe(false)
  })

  it('A granted period waits for the end of the block, and goes on', async () => {
    const { fan, amy } = await subscribed()
    const { subscribe } = here
    await subscribe(fan, amy, 5)
    await amy.ask('POST', '/blocks', { username: await nameOf(fan) })
    await work()
    await amy.ask('DELETE', `/blocks/${await nameOf(fan)}`)
    expect(await isOpen(fan, amy, later(ctx.now(), 5 * DAY_MS - 1))).toBe(true)
    expect(await isOpen(fan, amy, later(ctx.now(), 5 * DAY_MS))).toBe(false)
  })

  it('A fan who blocks a creator stops the renewal and gets nothing back', async () => {
    const { fan, amy, payment, membership } = await subscribed()
    await fan.ask('POST', '/blocks', { username: await nameOf(amy) })
    await work()
    expect(refunded(payment)).toBe(0)
    expect(provider.memberships.get(membership)?.state).toBe('ended')
  })
})

describe('A freeze or a deletion request', () => {
  const freeze = (person: Person, until: string | null) => db`
    update users set frozen_at = ${until && ctx.now()}, frozen_until = ${until}, frozen_ground = ${until && 'terms_conduct'},
      frozen_facts = ${until && 'x'} where id = ${person.id}`
  const leave = (person: Person, at: Date | null) => db`update users set erased_at = ${at} where id = ${person.id}`

  it.each(['fan', 'amy'] as const)(
    'While the %s is frozen or leaving the renewal pauses, and goes on afterwards',
    async (who) => {
      const sides = await subscribed()
      const { membership } = sides
      for (const [stops, starts] of [
        [() => freeze(sides[who], '2100-01-01'), () => freeze(sides[who], null)],
        [() => leave(sides[who], later(ctx.now(), DAY_MS)), () => leave(sides[who], null)],
      ] as const) {
        await stops()
        await work()
        await work()
        expect(provider.memberships.get(membership)).toMatchObject({ renews: false, state: 'active' })
        await starts()
        await work()
        expect(provider.memberships.get(membership)).toMatchObject({ renews: true })
      }
    },
  )

  it('A renewal that the fan has stopped stays stopped after a freeze', async () => {
    const { fan, membership } = await subscribed()
    await provider.cancel(membership)
    await syncMembership(ctx, membership)
    await freeze(fan, '2100-01-01')
    await work()
    await freeze(fan, null)
    await work()
    expect(provider.memberships.get(membership)?.renews).toBe(false)
  })

  it('A pause that is cut off after the provider has done it goes on when it is over, and one that never reached it is tried again', async () => {
    const { fan, membership } = await subscribed()
    const cancel = provider.cancel.bind(provider)
    await freeze(fan, '2100-01-01')
    provider.cancel = async () => {
      throw new ProviderAway('away')
    }
    await expect(work()).rejects.toThrow('away')
    provider.cancel = async (reference) => {
      await cancel(reference)
      throw new ProviderAway('killed')
    }
    await expect(work()).rejects.toThrow('killed')
    provider.cancel = cancel
    expect(provider.memberships.get(membership)?.renews).toBe(false)
    // An event of the provider tells of it before the next run.
    await syncMembership(ctx, membership)
    await freeze(fan, null)
    await work()
    expect(provider.memberships.get(membership)?.renews).toBe(true)
    expect(await db`select from memberships where reference = ${membership} and paused_at is not null`).toHaveLength(0)
    const told = await db`select kind from member_notices where user_id = ${fan.id} and kind like 'renewal%'`
    expect(told).toEqual([])
  })

  it('A renewal that is charged all the same is sent back', async () => {
    const { amy, order } = await subscribed()
    await freeze(amy, '2100-01-01')
    const renewal = renews(order, `frozen-${order.id}`)
    await settlePayment(ctx, renewal)
    await work()
    expect(refunded(renewal)).toBe(order.charged)
  })
})

describe('A renewal that cannot be applied', () => {
  it('After a renewal from a country outside the table the membership ends, and access with what was paid', async () => {
    const { fan, amy, order, membership } = await subscribed()
    const end = provider.memberships.get(membership)?.period.ends_at ?? ctx.now()
    expect(await isOpen(fan, amy, end)).toBe(true)
    const renewal = provider.payments.get(renews(order, `abroad-${order.id}`))
    if (renewal) renewal.billing_country = 'JP'
    await settlePayment(ctx, `abroad-${order.id}`)
    expect([await isOpen(fan, amy, later(end, -1)), await isOpen(fan, amy, end)]).toEqual([true, false])
    await work()
    expect(provider.memberships.get(membership)?.state).toBe('ended')
  })

  it('Who has won a dispute against us is not charged again', async () => {
    const { order, payment, membership } = await subscribed()
    const dispute = { reference: `du-${order.id}`, at: ctx.now() }
    provider.disputes(payment, { ...dispute, cents: order.charged })
    await settlePayment(ctx, payment)
    await work()
    expect(provider.memberships.get(membership)?.state).toBe('active')
    provider.closes(payment, { ...dispute, state: 'lost' })
    await settlePayment(ctx, payment)
    await work()
    expect(provider.memberships.get(membership)?.state).toBe('ended')
  })
})

describe('An erased fan', () => {
  it('After the erasure the renewal ends, nothing leads to the person at the provider, and books and receipts stay', async () => {
    const { fan, order, membership } = await subscribed()
    await db`update users set erased_at = ${ctx.now()} where id = ${fan.id}`
    await db.begin((tx) => eraseUser(tx, fan.id, [fan.email]))
    await work()
    await syncMembership(ctx, membership)
    expect(provider.memberships.get(membership)?.state).toBe('ended')
    const [row] = await db`
      select o.customer, m.customer as of_membership, m.card_last4, m.state from orders o join memberships m on m.order_id = o.id
      where o.id = ${order.id}`
    expect(row).toEqual({ customer: null, of_membership: null, card_last4: null, state: 'ended' })
    expect(await db`select from movements where order_id = ${order.id}`).toHaveLength(1)
    expect(await db`select from receipts where order_id = ${order.id}`).toHaveLength(1)
  })
})

describe('What the provider cannot do', () => {
  it('One membership that fails, and one that is gone at the provider, do not hold up the others, and only the first is tried again', async () => {
    const [poisoned, gone, healthy] = [await subscribed(), await subscribed(), await subscribed()]
    for (const { fan, amy } of [poisoned, gone, healthy])
      await amy.ask('POST', '/blocks', { username: await nameOf(fan) })
    provider.memberships.delete(gone.membership)
    const end = provider.end.bind(provider)
    provider.end = async (reference) => {
      if (reference === poisoned.membership) throw new Error('no such thing')
      await end(reference)
    }
    await expect(endMemberships(ctx)).rejects.toThrow('no such thing')
    provider.end = end
    const waiting = await db`select reference from memberships where end_wanted_at is not null and state <> 'ended'`
    expect(waiting).toEqual([{ reference: poisoned.membership }])
    expect(provider.memberships.get(healthy.membership)?.state).toBe('ended')
    await work()
    expect(provider.memberships.get(poisoned.membership)?.state).toBe('ended')
  })
})

describe('Two memberships with one creator', () => {
  it('A membership that has to end leaves the one alone that the fan bought after it', async () => {
    const { fan, amy, membership } = await subscribed()
    const block = { username: await nameOf(fan) }
    await amy.ask('POST', '/blocks', block)
    await amy.ask('DELETE', `/blocks/${block.username}`)
    const again = await orders(fan, amy, { created_at: later(ctx.now(), 1000) })
    await settlePayment(ctx, pays(again, again.created_at))
    // An event about the first one, before the provider has ended it.
    await syncMembership(ctx, membership)
    await work()
    const states = [membership, `sub_${again.id}`].map((reference) => provider.memberships.get(reference)?.state)
    expect(states).toEqual(['ended', 'active'])
  })

  it.each([
    ['first', [0, 1]],
    ['second', [1, 0]],
  ])(
    'If a fan has paid for two months that renew, both are served and only the first order renews, whichever is heard of %s',
    async (name, heard) => {
      const [fan, amy] = [await member(`two-${name}`), await creator(`two-amy-${name}`)]
      const both = [await orders(fan, amy), await orders(fan, amy, { created_at: later(ctx.now(), 1000) })]
      const payments = both.map((order) => pays(order, order.created_at))
      for (const index of heard) await settlePayment(ctx, payments[index] ?? '')
      await work()
      expect(both.map(({ id }) => provider.memberships.get(`sub_${id}`)?.state)).toEqual(['active', 'ended'])
      expect(await isOpen(fan, amy, later(ctx.now(), 60 * DAY_MS))).toBe(true)
      expect(payments.map(refunded)).toEqual([0, 0])
    },
  )
})
