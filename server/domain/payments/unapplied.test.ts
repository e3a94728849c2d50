import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { endMemberships, refundUnapplied } from '#server/domain/payments/provider-work.ts'
import { recordPayment } from '#server/domain/payments/record-payment.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { findOrder } from '#server/store/payments/orders.ts'
import { listUnappliedPayments } from '#server/store/payments/unapplied-payments.ts'
import { later } from '#server/time.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const here = await world()
const { ctx, creator, member } = here
const { provider, orders, pays } = openShop(here)
const { db } = ctx

const LATEST = { at: new Date('2100-01-01'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const listed = async (reference: string) =>
  (await listUnappliedPayments(db, LATEST, 100)).find((row) => row.reference === reference)

async function movementsOf(reference: string) {
  return await db`
    select kind, charged, vat, platform_fee, banking_fee, net, creator_id, subscription_id from movements
    where reference = ${reference} or original_id = (select id from movements where reference = ${reference})
    order by original_id is not null, occurred_at, id`
}

interface Case {
  reason: string
  before?: (fan: Person, amy: Person) => Promise<unknown>
  order?: { vat_country?: string }
  payment?: { billing_country?: string }
}

const freeze = (person: Person) => db`
  update users set frozen_at = now(), frozen_until = '2100-01-01', frozen_ground = 'terms_conduct', frozen_facts = 'x'
  where id = ${person.id}`
const leaves = (person: Person) =>
  db`update users set erased_at = ${later(ctx.now(), 14 * DAY_MS)} where id = ${person.id}`
const blocks = (who: Person, whom: Person) =>
  db`insert into blocks (user_id, other_id, created_at) values (${who.id}, ${whom.id}, now())`

const CASES: [string, Case][] = [
  ['from a country outside the table', { reason: 'unknown_country', payment: { billing_country: 'JP' } }],
  ['of a fan who is leaving', { reason: 'fan_gone', before: (fan) => leaves(fan) }],
  ['of a fan who was erased', { reason: 'fan_gone', before: (fan) => db`delete from users where id = ${fan.id}` }],
  ['of a fan who is frozen', { reason: 'fan_frozen', before: (fan) => freeze(fan) }],
  ['to a creator who is leaving or was closed', { reason: 'creator_gone', before: (_, amy) => leaves(amy) }],
  [
    'to a creator who was erased',
    { reason: 'creator_gone', before: (_, amy) => db`delete from users where id = ${amy.id}` },
  ],
  ['to a creator who is frozen', { reason: 'creator_frozen', before: (_, amy) => freeze(amy) }],
  ['of a fan whom the creator blocks', { reason: 'blocked', before: (fan, amy) => blocks(amy, fan) }],
  ['of a fan who blocks the creator', { reason: 'blocked', before: (fan, amy) => blocks(fan, amy) }],
]

describe('Money that cannot be applied', () => {
  it.each(CASES)(
    'A payment %s is booked, listed, and sent back to the cent',
    async (name, { reason, before, payment }) => {
      const fan = await member(`fan-${name.replaceAll(' ', '-')}`)
      const amy = await creator(`amy-${name.replaceAll(' ', '-')}`)
      const order = await orders(fan, amy)
      await before?.(fan, amy)
      const reference = pays(order, ctx.now(), payment)
      await settlePayment(ctx, reference)

      expect(await listed(reference)).toMatchObject({
        reason,
        state: 'refunding',
        charged: order.charged,
        order_id: order.id,
      })
      expect(await db`select from subscriptions where order_id = ${order.id}`).toHaveLength(0)
      expect(await db`select from receipts where order_id = ${order.id}`).toHaveLength(0)

      await endMemberships(ctx)
      expect(await refundUnapplied(ctx)).toBe(1)
      expect(await listed(reference)).toMatchObject({ reason, state: 'refunded' })
      expect(await findOrder(db, order.id)).toMatchObject({ state: 'refunded' })
      const rows = await movementsOf(reference)
      expect(rows.map(({ kind }) => kind)).toEqual(['payment', 'refund'])
      for (const line of ['charged', 'vat', 'net']) expect(rows.reduce((sum, row) => sum + row[line], 0)).toBe(0)
      expect(rows.every(({ creator_id, subscription_id }) => creator_id === null && subscription_id === null)).toBe(
        true,
      )
      const isFrozen = reason.endsWith('frozen')
      expect(provider.memberships.get(`sub_${order.id}`)?.state).toBe(isFrozen ? 'active' : 'ended')
      expect(await refundUnapplied(ctx)).toBe(0)
    },
  )

  it('A payment of another amount than the order says is booked as it is, and sent back', async () => {
    const [fan, amy] = [await member('short'), await creator('short-amy')]
    const order = await orders(fan, amy, { period: 'week' })
    const reference = pays({ ...order, charged: order.charged - 100 }, ctx.now())
    await settlePayment(ctx, reference)
    expect(await listed(reference)).toMatchObject({ reason: 'amount_differs', charged: order.charged - 100 })
    await refundUnapplied(ctx)
    expect(await listed(reference)).toMatchObject({ state: 'refunded' })
  })

  it.each([
    ['an order that nobody knows', NOBODY],
    ['no order', undefined],
    ['an order with a strange name', 'order #17'],
  ])('A payment with our mark for %s is booked and sent back, and its membership is ended', async (_, order_id) => {
    const reference = `stray-${order_id}`
    const period = { starts_at: ctx.now(), ends_at: later(ctx.now(), DAY_MS) }
    const membership = `sub-${order_id}`
    provider.memberships.set(membership, {
      ...{ reference: membership, order_id, customer: 'cus_9', state: 'active', renews: true, period },
      ...{ is_cancelled: false, is_unpaid: false, ended_at: undefined, card_last4: undefined, charged: 1200 },
    })
    provider.pays({ reference, paid_at: ctx.now(), charged: 1200, vat: 200, order_id, membership, period })
    await settlePayment(ctx, reference)
    expect(await listed(reference)).toMatchObject({ reason: 'unknown_order', order_id: null })
    await refundUnapplied(ctx)
    expect(await listed(reference)).toMatchObject({ state: 'refunded' })
    expect(provider.memberships.get(membership)?.state).toBe('ended')
  })

  it.each([
    ['an order of another shop on the same account', 'not_ours', { order_id: 'order #17', is_ours: false }],
    ['an order that names an id like ours', 'not_ours', { order_id: NOBODY, is_ours: false }],
    ['our order in another currency', 'other_currency', { currency: 'usd' }],
  ] as const)(
    'A payment for %s is in no book, left alone at the provider, and shown to staff',
    async (_, reason, changes) => {
      const reference = `foreign-${reason}-${'order_id' in changes ? changes.order_id : ''}`
      const membership = `sub-${reference}`
      const period = { starts_at: ctx.now(), ends_at: later(ctx.now(), DAY_MS) }
      provider.memberships.set(membership, {
        ...{ reference: membership, order_id: undefined, customer: 'cus_9', state: 'active', renews: true, period },
        ...{ is_cancelled: false, is_unpaid: false, ended_at: undefined, card_last4: undefined, charged: 1200 },
      })
      const before = provider.balance
      provider.pays({ reference, paid_at: ctx.now(), charged: 1200, vat: 200, membership, period, ...changes })
      provider.balance = before
      for (let i = 0; i < 2; i += 1) await settlePayment(ctx, reference)
      await refundUnapplied(ctx)
      await endMemberships(ctx)
      expect(await listed(reference)).toMatchObject({ reason, state: 'untouched', charged: 1200, order_id: null })
      expect(await movementsOf(reference)).toEqual([])
      expect(provider.payments.get(reference)?.refunds).toEqual([])
      expect(provider.memberships.get(membership)?.state).toBe('active')
    },
  )

  it('What an earlier version has booked of another shop is not sent back: somebody has to look', async () => {
    const reference = 'booked-before'
    provider.pays({ reference, paid_at: ctx.now(), charged: 1200, vat: 200 })
    await settlePayment(ctx, reference)
    Object.assign(provider.payments.get(reference) ?? {}, { is_ours: false })
    await refundUnapplied(ctx)
    expect(await listed(reference)).toMatchObject({ reason: 'unknown_order', state: 'failed' })
    expect(provider.payments.get(reference)?.refunds).toEqual([])
  })

  it('A refund that the provider refuses again and again is left to staff, and the money stays in the books', async () => {
    const reference = 'stubborn'
    provider.pays({ reference, paid_at: ctx.now(), charged: 1200, vat: 200 })
    await settlePayment(ctx, reference)
    const refund = provider.refund
    provider.refund = async () => {
      throw new Error('refused')
    }
    for (let attempt = 0; attempt < 25; attempt += 1) await refundUnapplied(ctx)
    provider.refund = refund
    expect(await listed(reference)).toMatchObject({ state: 'failed' })
    expect(await movementsOf(reference)).toMatchObject([{ kind: 'payment', charged: 1200 }])
  })

  it('A refund that a bank sends back is tried again, and left to staff after the third', async () => {
    const reference = 'bounced'
    provider.pays({ reference, paid_at: ctx.now(), charged: 1200, vat: 200 })
    await settlePayment(ctx, reference)
    for (let refusal = 0; refusal < 3; refusal += 1) {
      expect(await refundUnapplied(ctx)).toBe(1)
      expect(await listed(reference)).toMatchObject({ state: 'refunded' })
      provider.refusesRefund(reference, provider.payments.get(reference)?.refunds.at(-1)?.reference ?? '')
      await settlePayment(ctx, reference)
      expect(await listed(reference)).toMatchObject({ state: 'refunding' })
    }
    expect(await refundUnapplied(ctx)).toBe(0)
    expect(await listed(reference)).toMatchObject({ state: 'failed' })
    expect((await movementsOf(reference)).reduce((cents, { charged }) => cents + charged, 0)).toBe(1200)
  })

  it('A refund that is still under way is not asked for a second time', async () => {
    const reference = 'slow'
    provider.pays({ reference, paid_at: ctx.now(), charged: 1200, vat: 200 })
    await settlePayment(ctx, reference)
    provider.gives(reference, { cents: 1200, at: ctx.now(), state: 'pending' })
    expect(await refundUnapplied(ctx)).toBe(0)
    expect(provider.payments.get(reference)?.refunds).toHaveLength(1)
    expect(await listed(reference)).toMatchObject({ state: 'refunding' })
  })

  it('A payment whose reference another one has fails loudly, and nothing is left out silently', async () => {
    const [fan, amy] = [await member('same'), await creator('same-amy')]
    const paid = { payment_reference: 'same', fan_id: fan.id, creator_id: amy.id, period: 'day', price: 799 } as const
    await db.begin((tx) => recordPayment(tx, { ...paid, vat_country: 'FR', paid_at: ctx.now() }))
    const reference = pays(await orders(fan, amy, { period: 'day' }), ctx.now(), { reference: 'same' })
    await expect(settlePayment(ctx, reference)).rejects.toThrow('duplicate key')
    provider.balance -= 959 - (provider.payments.get('same')?.fee ?? 0)
  })

  it('The books of all this equal the balance at the provider', async () => {
    const [books] = await db`select sum(charged - banking_fee) as cents from movements where provider = 'sandbox'`
    expect(books?.cents).toBe(provider.balance)
  })
})
