import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOLD_DAYS } from '#contract/payouts.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/store/ids.ts'
import { sumBalances } from '#server/store/payouts/balance.ts'
import { later, monthOf } from '#server/time.ts'
import { isLongForm, LONG_FORM_MS, seedOfTheRun } from '#tests/support/long-form.ts'
import {
  heldOf,
  insertCreator,
  type Model,
  newModel,
  totalOf,
  waitOfModel,
} from '#tests/support/payouts/history-model.ts'
import { earn, reverse } from '#tests/support/payouts/payees.ts'
import { world } from '#tests/support/world.ts'
import { askMonthly, askPayout } from './ask-payout.ts'
import { endPayout } from './outcome.ts'
import { tillOf } from './till.ts'

/**
 * Random histories of one creator beside a model in plain arithmetic: a balance is the sum of its movements, a payout takes
 * exactly what is available, never more, and never anything that is on hold. Up to fifty requests come at once, beside refunds,
 * returned payouts, payments and two monthly runs; connections are terminated before a commit, and answers are lost after it.
 * tests/crash/payout-histories.test.ts does the same with processes that are killed.
 */

const { ctx } = await world({ PAYMENTS: 'sandbox', LOG_LEVEL: 'error' })
const { db } = ctx
const till = tillOf(ctx)
const START = ctx.now()

const HISTORIES = isLongForm ? 10_000 : 50
/** Histories of different creators run side by side. */
const AT_ONCE = 10
/** The most requests of one creator at the same time. */
const BURST = 50

type Step =
  | { kind: 'wait'; hours: number }
  | { kind: 'pay'; net: number; told_late_hours: number }
  | { kind: 'refund' | 'dispute' | 'win'; which: number; part: number }
  | { kind: 'ask'; times: number }
  | { kind: 'month' }
  | {
      kind: 'burst'
      asks: number
      clients: number
      net: number
      refunds: { which: number; part: number }[]
      returns: number[]
    }
  | { kind: 'kill'; what: 'ask' | 'month' | 'end'; when: 'before the commit' | 'after the commit'; which: number }
  | { kind: 'end'; which: number; state: 'paid' | 'failed' }
  | { kind: 'move account' | 'freeze' | 'thaw' }

const index = fc.nat({ max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat({ max: 10 * 24 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      net: fc.integer({ min: 1, max: 6000 }),
      told_late_hours: fc.oneof(fc.constant(0), fc.nat({ max: 20 * 24 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('refund' as const, 'dispute' as const, 'win' as const),
      which: index,
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), times: fc.constantFrom(1, 1, 3) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'month' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('burst' as const),
      asks: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 2, max: 8 }) },
        { weight: 1, arbitrary: fc.constant(BURST) },
      ),
      clients: fc.integer({ min: 1, max: 3 }),
      net: fc.nat({ max: 4000 }),
      refunds: fc.array(fc.record({ which: index, part: fc.integer({ min: 1, max: 100 }) }), { maxLength: 2 }),
      returns: fc.array(index, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      what: fc.constantFrom('ask' as const, 'month' as const, 'end' as const),
      when: fc.constantFrom('before the commit' as const, 'after the commit' as const),
      which: index,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      which: index,
      state: fc.constantFrom('paid' as const, 'failed' as const, 'failed' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('move account' as const, 'freeze' as const, 'thaw' as const) }),
  },
)

/**
 * The product in the moment of a kill: the connection of its next transaction is terminated before the commit, or nobody hears
 * its answer.
 */
function dying<T extends Pick<Context, 'db'>>(here: T, when: 'before the commit' | 'after the commit'): T {
  async function begin<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    await db.begin(async (tx) => {
      await work(tx)
      if (when === 'before the commit') await tx`select pg_terminate_backend(pg_backend_pid())`
    })
    throw new Error('killed')
  }
  return { ...here, db: Object.assign(db.bind(null), db, { begin }) }
}

async function runHistory(steps: readonly Step[]): Promise<void> {
  const creator_id = await insertCreator(ctx, START)
  const model: Model = newModel(START)
  const here = { ...till, now: () => model.now }
  for (const one of steps) {
    await take(one)
    const [sums] = await sumBalances(db, [creator_id], { now: model.now, with_demo: true })
    expect(sums, JSON.stringify(one)).toMatchObject({ total: totalOf(model), on_hold: heldOf(model) })
  }
  const [books] = await db`
    select coalesce(sum(net), 0) as net, coalesce(-sum(net) filter (where kind = 'payout'), 0) as paid_out,
      (select coalesce(sum(cents), 0) from payouts where creator_id = ${creator_id} and state <> 'failed') as payouts
    from movements where creator_id = ${creator_id}`
  expect(books).toMatchObject({ net: totalOf(model), paid_out: books?.payouts })

  async function take(one: Step): Promise<void> {
    const before = totalOf(model) - heldOf(model)
    switch (one.kind) {
      case 'wait':
        model.now = later(model.now, one.hours * HOUR_MS)
        return
      case 'pay': {
        const at = later(model.now, -one.told_late_hours * HOUR_MS)
        model.payments.push({ id: await earn(ctx, creator_id, one.net, at), at, net: one.net, back: 0, disputed: 0 })
        return
      }
      case 'refund':
      case 'dispute':
      case 'win':
        return await giveBack(one.kind, one.which, one.part)
      case 'ask': {
        const wait = waitOfModel(model)
        const asked = await Promise.allSettled(Array.from({ length: one.times }, () => askPayout(here, creator_id)))
        const paid = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
        expect(paid.map(({ cents }) => cents)).toEqual(wait === undefined ? [before] : [])
        for (const { id, cents } of paid) model.payouts.push({ id, cents, state: 'asked' })
        for (const answer of asked) {
          if (answer.status === 'fulfilled') continue
          if (!(answer.reason instanceof AppError)) throw answer.reason
          expect(answer.reason.fields).toEqual({ waits_for: wait ?? 'minimum' })
        }
        return
      }
      case 'month': {
        const month = monthOf(model.now)
        const isDue = waitOfModel(model) === undefined && !model.months.has(month)
        expect(await askMonthly(here, [creator_id], month)).toBe(isDue ? 1 : 0)
        if (!isDue) return
        const [row] = await db`select id, cents from payouts where creator_id = ${creator_id} and month = ${month}`
        expect(row?.cents).toBe(before)
        model.months.add(month)
        model.payouts.push({ id: row?.id, cents: row?.cents, state: 'asked' })
        return
      }
      case 'burst':
        return await burst(one)
      case 'kill':
        return await kill(one)
      case 'end': {
        const payout = payoutAt(one.which)
        if (!payout) return
        const { payout: ended } = await db.begin((tx) =>
          endPayout(tx, payout.id, { state: one.state, at: model.now }, model.now),
        )
        if (payout.state !== 'failed') payout.state = one.state
        expect(ended?.state).toBe(payout.state)
        return
      }
      case 'move account':
        model.held_until = later(model.now, 48 * HOUR_MS)
        await db`update payees set held_until = ${model.held_until} where creator_id = ${creator_id}`
        return
      case 'freeze':
      case 'thaw':
        model.is_frozen = one.kind === 'freeze'
        await db`
          update users set frozen_at = ${model.is_frozen ? START : null}, frozen_until = ${model.is_frozen ? 'infinity' : null},
            frozen_ground = ${model.is_frozen ? 'x' : null}, frozen_facts = ${model.is_frozen ? 'x' : null}
          where id = ${creator_id}`
    }
  }

  function payoutAt(which: number) {
    return model.payouts[which % Math.max(model.payouts.length, 1)]
  }

  /** Every request of a creator at the same time as all that can happen to their balance. In any order no cent is paid twice. */
  async function burst({ asks, clients, net, refunds, returns }: Extract<Step, { kind: 'burst' }>): Promise<void> {
    const before = totalOf(model) - heldOf(model)
    const wait = waitOfModel(model)
    const [now, month] = [model.now, monthOf(model.now)]
    const client_ids = Array.from({ length: clients }, () => newId(now))
    const free_at = later(now, -HOLD_DAYS * DAY_MS)
    const returned = [...new Set(returns.flatMap((which) => payoutAt(which) ?? []))]
    const credit = net + returned.reduce((sum, { cents, state }) => sum + (state === 'failed' ? 0 : cents), 0)
    const [asked, , , , payment] = await Promise.all([
      Promise.allSettled(
        Array.from({ length: asks }, (_, n) => askPayout(here, creator_id, client_ids[n % (clients + 1)])),
      ),
      Promise.all([askMonthly(here, [creator_id], month), askMonthly(here, [creator_id], month)]),
      // Two of the provider's events settle one payment after the other: its row is locked.
      refunds.reduce(
        async (earlier, { which, part }) => await earlier.then(() => giveBack('refund', which, part)),
        Promise.resolve(),
      ),
      Promise.all(
        [...returned, ...returned].map(({ id }) =>
          db.begin((tx) => endPayout(tx, id, { state: 'failed', at: now }, now)),
        ),
      ),
      net > 0 ? earn(ctx, creator_id, net, free_at) : undefined,
    ])
    for (const payout of returned) payout.state = 'failed'
    if (payment) model.payments.push({ id: payment, at: free_at, net, back: 0, disputed: 0 })
    for (const answer of asked)
      if (answer.status === 'rejected' && !(answer.reason instanceof AppError)) throw answer.reason
    const known = new Set(model.payouts.map(({ id }) => id))
    const rows = await db<{ id: string; cents: number; client_id: string | null; month: string | null }[]>`
      select id, cents, client_id, month from payouts where creator_id = ${creator_id} order by id`
    const made = rows.filter(({ id }) => !known.has(id))
    const taken = made.reduce((sum, { cents }) => sum + cents, 0)
    expect(taken, 'no cent that was not free').toBeLessThanOrEqual(Math.max(before, 0) + credit)
    expect(made.every(({ cents }) => cents >= 2000)).toBe(true)
    if (wait === 'frozen' || wait === 'account_change') expect(made).toEqual([])
    if (wait === undefined && refunds.length === 0) expect(taken).toBeGreaterThanOrEqual(before)
    for (const [n, answer] of asked.entries()) {
      if (answer.status === 'rejected') continue
      const row = made.find(({ id }) => id === answer.value.id)
      expect(row).toMatchObject({ cents: answer.value.cents, client_id: client_ids[n % (clients + 1)] ?? null })
    }
    expect(made.filter(({ month: of_month }) => of_month !== null).length).toBeLessThanOrEqual(
      model.months.has(month) ? 0 : 1,
    )
    for (const { id, cents, month: of_month } of made) {
      model.payouts.push({ id, cents, state: 'asked' })
      if (of_month !== null) model.months.add(of_month)
    }
  }

  /** What is killed before its commit has not happened; what is asked again happens once. */
  async function kill({ what, when, which }: Extract<Step, { kind: 'kill' }>): Promise<void> {
    const [before, wait, month] = [totalOf(model) - heldOf(model), waitOfModel(model), monthOf(model.now)]
    const [client_id, victim] = [newId(model.now), dying(here, when)]
    const payout = payoutAt(which)
    if (what === 'ask') {
      await expect(askPayout(victim, creator_id, client_id)).rejects.toThrow()
      const again = await Promise.allSettled([1, 2].map(() => askPayout(here, creator_id, client_id)))
      const paid = again.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      expect(paid.map(({ cents }) => cents)).toEqual(wait === undefined ? [before, before] : [])
      expect(new Set(paid.map(({ id }) => id)).size).toBe(wait === undefined ? 1 : 0)
      for (const { id, cents } of paid.slice(0, 1)) model.payouts.push({ id, cents, state: 'asked' })
    } else if (what === 'month') {
      const isDue = wait === undefined && !model.months.has(month)
      await expect(askMonthly(victim, [creator_id], month)).rejects.toThrow()
      expect(await askMonthly(here, [creator_id], month)).toBe(isDue && when === 'before the commit' ? 1 : 0)
      if (!isDue) return
      const rows = await db<{ id: string; cents: number }[]>`
        select id, cents from payouts where creator_id = ${creator_id} and month = ${month}`
      expect(rows.map(({ cents }) => cents)).toEqual([before])
      for (const { id, cents } of rows) model.payouts.push({ id, cents, state: 'asked' })
      model.months.add(month)
    } else if (payout) {
      const outcome = { state: 'failed', at: model.now } as const
      await expect(victim.db.begin((tx) => endPayout(tx, payout.id, outcome, model.now))).rejects.toThrow()
      await db.begin((tx) => endPayout(tx, payout.id, outcome, model.now))
      payout.state = 'failed'
    }
  }

  async function giveBack(kind: 'refund' | 'dispute' | 'win', which: number, part: number): Promise<void> {
    const payment = model.payments[which % Math.max(model.payments.length, 1)]
    if (!payment) return
    const left = payment.net - payment.back
    const cents = kind === 'win' ? payment.disputed : kind === 'dispute' ? left : Math.ceil((left * part) / 100)
    if (cents === 0) return
    const sign = kind === 'win' ? 1 : -1
    await reverse(ctx, { id: payment.id, creator_id }, kind === 'win' ? 'dispute_won' : kind, sign * cents, model.now)
    payment.back -= sign * cents
    if (kind !== 'refund') payment.disputed -= sign * cents
  }
}

it(
  `In ${HISTORIES} random histories, with fifty requests at once and kills, a balance is the sum of its movements, and no payout is above it or inside the hold`,
  async () => {
    const histories = fc.array(fc.array(step, { minLength: 5, maxLength: 30 }), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    })
    await fc.assert(
      fc.asyncProperty(histories, async (all) => void (await Promise.all(all.map(runHistory)))),
      { numRuns: HISTORIES / AT_ONCE, seed: seedOfTheRun(22), endOnFailure: !isLongForm },
    )
  },
  isLongForm ? 2 * LONG_FORM_MS : 60_000,
)
