import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { settleCheckout, settlePayment, syncMembership } from '#server/domain/payments/settle.ts'
import { later } from '#server/time.ts'
import { isLongForm, LONG_FORM_MS, seedOfTheRun } from '#tests/support/long-form.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { world } from '#tests/support/world.ts'

/**
 * Confluence: whatever the order, the repetition and the delay of the events of a provider, the rows are the same in the end.
 * A history has six steps at the provider; each is an event about an object, which may be delivered at any time after it
 * happened, also more than once, and is delivered in the end.
 */

const here = await world()
const { ctx, creator, member } = here
const { provider, orders, pays, renews } = openShop(here)
const { db } = ctx
const amy = await creator('amy')
const START = ctx.now()
const day = (days: number) => later(START, days * DAY_MS)

/** What differs between histories. */
interface Kind {
  refunded: 'first' | 'second'
  is_whole: boolean
  disputed: 'first' | 'second'
  outcome: 'won' | 'lost'
}

const STEPS = ['paid', 'renewed', 'failed', 'refunded', 'dispute opened', 'dispute closed'] as const
type Step = (typeof STEPS)[number]

/** Runs a history: the provider takes its steps, and events are delivered as `deliveries` says. Returns the rows without their names. */
async function rowsAfter(name: string, kind: Kind, deliveries: Delivery[]): Promise<string> {
  const fan = await member(name)
  const order = await orders(fan, amy)
  const [first, second, third] = [`${name}-first`, `${name}-second`, `${name}-third`]
  const membership = `sub_${order.id}`
  const payments = { first, second }
  const refunded = payments[kind.refunded]
  const disputed = payments[kind.disputed]
  const left = kind.refunded === kind.disputed ? order.charged - (kind.is_whole ? order.charged : 700) : order.charged
  const cents = Math.max(left, 500)
  const takes: Record<Step, () => unknown> = {
    paid: () => {
      pays(order, START, { reference: first })
      const paid = { payment: first, membership, state: 'paid' as const, order_id: order.id }
      provider.checkouts.set(`cs_${name}`, { reference: `cs_${name}`, ...paid })
    },
    renewed: () => renews(order, second),
    failed: () => renews(order, third, 'failed'),
    refunded: () =>
      provider.gives(refunded, { reference: `${name}-re`, cents: kind.is_whole ? order.charged : 700, at: day(63) }),
    'dispute opened': () => provider.disputes(disputed, { reference: `${name}-du`, cents, at: day(64) }),
    'dispute closed': () => provider.closes(disputed, { reference: `${name}-du`, state: kind.outcome, at: day(70) }),
  }
  const tells: Record<Step, () => Promise<void>> = {
    paid: () => settleCheckout(ctx, `cs_${name}`),
    renewed: () => settlePayment(ctx, second),
    failed: async () => {
      await syncMembership(ctx, membership)
      await settlePayment(ctx, third)
    },
    refunded: () => settlePayment(ctx, refunded),
    'dispute opened': () => settlePayment(ctx, disputed),
    'dispute closed': () => settlePayment(ctx, disputed),
  }
  let taken = 0
  const takeUntil = (step: number) => {
    for (; taken <= step; taken += 1) takes[STEPS[taken] as Step]()
  }
  for (const { step, seen } of deliveries) {
    takeUntil(Math.max(step, seen))
    await tells[STEPS[step] as Step]()
  }
  return await snapshot(order.id, name)
}

/** An event is delivered when the provider has already taken the step `seen`. */
interface Delivery {
  step: number
  seen: number
}

async function snapshot(order_id: string, name: string): Promise<string> {
  const rows = {
    orders: await db`select state, paid_at, customer, billing_country, card_country from orders where id = ${order_id}`,
    memberships: await db`
      select state, renews, charged, period_starts_at, period_ends_at, card_last4, ended_at, end_wanted_at is null as is_wanted
      from memberships where order_id = ${order_id}`,
    periods: await db`
      select starts_at, expires_at, open_until, entitled_from, entitled_until, refunded_at, created_at
      from subscriptions where order_id = ${order_id} order by entitled_from`,
    movements: await db`
      select m.provider, m.kind, m.reference, o.reference as original, m.creator_id, m.period, m.vat_country, m.vat_percent,
        m.price, m.vat, m.charged, m.platform_fee, m.banking_fee, m.net, m.occurred_at
      from movements m left join movements o on o.id = m.original_id
      where m.order_id = ${order_id} order by m.kind, m.reference`,
    receipts: await db`
      select r.kind, m.reference, r.facts - 'fan' - 'corrects' as facts, c.kind as corrects
      from receipts r join movements m on m.id = r.movement_id left join receipts c on c.number = r.facts ->> 'corrects'
      where r.order_id = ${order_id} order by m.kind, m.reference`,
    unapplied: await db`
      select u.state from unapplied_payments u join movements m on m.id = u.movement_id where m.order_id = ${order_id}`,
  }
  return JSON.stringify(rows, undefined, 1).replaceAll(name, 'NAME')
}

const KINDS: Kind[] = (['first', 'second'] as const).flatMap((refunded) =>
  [true, false].flatMap((is_whole) =>
    (['first', 'second'] as const).flatMap((disputed) =>
      (['won', 'lost'] as const).map((outcome) => ({ refunded, is_whole, disputed, outcome })),
    ),
  ),
)
const IN_ORDER = STEPS.map((_, step) => ({ step, seen: step }))
const LAST = STEPS.length - 1

const expected = new Map<Kind, string>()
for (const [index, kind] of KINDS.entries()) expected.set(kind, await rowsAfter(`prompt-${index}`, kind, IN_ORDER))

let count = 0
async function expectSame(kind: Kind, deliveries: Delivery[]): Promise<void> {
  count += 1
  expect(await rowsAfter(`history-${count}`, kind, deliveries)).toBe(expected.get(kind))
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

describe('Events of a provider in any order', () => {
  it('The histories differ from each other, so that being the same means something', () => {
    expect(new Set(expected.values()).size).toBe(KINDS.length)
  })

  it(
    'Every permutation of the six events ends in the same rows',
    async () => {
      const all = permutations(STEPS.map((_, step) => step))
      // The short form takes every seventeenth, with all kinds of histories.
      for (const [index, permutation] of all.entries()) {
        if (!isLongForm && index % 17 !== 0) continue
        const kind = KINDS[index % KINDS.length] as Kind
        await expectSame(
          kind,
          permutation.map((step) => ({ step, seen: LAST })),
        )
      }
    },
    LONG_FORM_MS,
  )

  it(
    'Events that come early, late, twice or more often end in the same rows',
    async () => {
      const delivery = fc.record({ step: fc.nat(LAST), seen: fc.nat(LAST) })
      const history = fc.record({
        kind: fc.constantFrom(...KINDS),
        on_the_way: fc.array(delivery, { maxLength: 10 }),
        in_the_end: fc.shuffledSubarray(
          STEPS.map((_, step) => step),
          { minLength: STEPS.length },
        ),
      })
      await fc.assert(
        fc.asyncProperty(history, async ({ kind, on_the_way, in_the_end }) => {
          await expectSame(kind, [...on_the_way, ...in_the_end.map((step) => ({ step, seen: LAST }))])
        }),
        { numRuns: isLongForm ? 2000 : 40, seed: seedOfTheRun(21) },
      )
    },
    LONG_FORM_MS,
  )

  it('The same event ten times at the same moment is one movement', async () => {
    const fan = await member('at-once')
    const order = await orders(fan, amy)
    const reference = pays(order, START, { reference: 'at-once' })
    provider.gives(reference, { cents: 700, at: day(1) })
    await Promise.all(Array.from({ length: 10 }, () => settlePayment(ctx, reference)))
    const rows = await db`select kind from movements where order_id = ${order.id} order by kind`
    expect(rows.map(({ kind }) => kind)).toEqual(['payment', 'refund'])
    expect(await db`select from receipts where order_id = ${order.id}`).toHaveLength(2)
    expect(await db`select from subscriptions where order_id = ${order.id}`).toHaveLength(1)
  })

  it('Refunds of many tickets of one fan at the same moment do not get into each other’s way', async () => {
    const fan = await member('many')
    const bought: string[] = []
    for (let number = 0; number < 16; number += 1) {
      const order = await orders(fan, amy, { period: 'day', created_at: later(START, number * 1000) })
      bought.push(pays(order, order.created_at, { reference: `many-${number}` }))
    }
    await Promise.all(bought.map((reference) => settlePayment(ctx, reference)))
    for (const [index, reference] of bought.entries())
      if (index % 2 === 0) provider.gives(reference, { cents: 959, at: later(START, DAY_MS / 2) })
    await Promise.all(bought.map((reference) => settlePayment(ctx, reference)))
    const [open] = await db`
      select sum(expires_at - starts_at)::text as time from subscriptions where fan_id = ${fan.id} and refunded_at is null`
    expect(open?.time).toBe('8 days')
  })

  it('Tickets that queue stand in the order of their payments, whichever is heard of first', async () => {
    const queues: string[] = []
    for (const [index, heard] of permutations([0, 1, 2, 3]).entries()) {
      const fan = await member(`queue-${index}`)
      const bought: string[] = []
      for (const [number, period] of (['week', 'day', 'week', 'day'] as const).entries()) {
        const reference = `queue-${index}-${number}`
        bought.push(pays(await orders(fan, amy, { period }), day(number), { reference }))
      }
      // The second was given back while it waited, the first while it ran.
      provider.gives(bought[1] ?? '', { cents: 959, at: day(2) })
      provider.gives(bought[0] ?? '', { cents: 1799, at: day(5) })
      for (const number of heard) await settlePayment(ctx, bought[number] ?? '')
      const rows = await db`
        select starts_at, expires_at, refunded_at from subscriptions where fan_id = ${fan.id} order by entitled_from`
      queues.push(JSON.stringify(rows))
    }
    expect(new Set(queues).size).toBe(1)
  })
})
