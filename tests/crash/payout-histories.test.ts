import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
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
import { MortalProcess } from './mortal-process.ts'
import type { Answer, Step as AskedStep } from './payout-steps.ts'

/**
 * Random histories of creators' money, as in `server/domain/payouts/histories.test.ts`, but every payout is asked for and
 * ended by a process of its own, which is killed with SIGKILL between and in the middle of the steps. The next process goes on
 * where it stopped: what was under way is asked for again. In the end everything has happened once.
 */

const { ctx } = await world({ PAYMENTS: 'sandbox', LOG_LEVEL: 'error' })
const { db } = ctx
const START = ctx.now()
const house = new MortalProcess({
  ...{ DATABASE_URL: ctx.config.database_url ?? '', DATA_DIR: ctx.config.data_dir, PAYMENTS: 'sandbox' },
  ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
})
afterAll(() => house.end())

/** Histories of different creators run side by side in the same process: a kill interrupts several of them. */
const AT_ONCE = isLongForm ? 10 : 4
const HISTORIES = isLongForm ? 400 : AT_ONCE
const STEPS = isLongForm ? { minLength: 8, maxLength: 20 } : { minLength: 5, maxLength: 7 }
/** The kill comes within this time after a step was sent, which takes some milliseconds. */
const KILL_WITHIN_MS = 12
/** So many milliseconds after the step was sent; or after its commit, when nobody has heard the answer. */
type Kill = number | 'after the commit' | null

type Step =
  | { kind: 'wait'; hours: number }
  | { kind: 'pay'; net: number; days_ago: number }
  | { kind: 'give back'; which: number; part: number }
  | { kind: 'freeze' | 'thaw' }
  | { kind: 'ask' | 'month'; kill: Kill }
  | { kind: 'end'; which: number; state: 'paid' | 'failed'; kill: Kill }

const index = fc.nat({ max: 9 })
const kill: fc.Arbitrary<Kill> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.nat({ max: KILL_WITHIN_MS }) },
  { weight: 1, arbitrary: fc.constant('after the commit' as const) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat({ max: 10 * 24 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      net: fc.integer({ min: 1000, max: 6000 }),
      days_ago: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('give back' as const),
      which: index,
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('freeze' as const, 'thaw' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('ask' as const, 'ask' as const, 'month' as const), kill }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      which: index,
      state: fc.constantFrom('paid' as const, 'failed' as const, 'failed' as const),
      kill,
    }),
  },
)

/** A creator's first payout, its failure and the one of the month: nobody hears the answer to any of them. */
const UNHEARD: Step[] = [
  { kind: 'pay', net: 5000, days_ago: 20 },
  { kind: 'ask', kill: 'after the commit' },
  { kind: 'end', which: 0, state: 'failed', kill: 'after the commit' },
  { kind: 'month', kill: 'after the commit' },
]

async function runHistory(steps: readonly Step[]): Promise<void> {
  const creator_id = await insertCreator(ctx, START)
  const model = newModel(START)
  for (const one of steps) {
    await take(one, creator_id, model)
    const [sums] = await sumBalances(db, [creator_id], { now: model.now, with_demo: true })
    expect(sums, JSON.stringify(one)).toMatchObject({ total: totalOf(model), on_hold: heldOf(model) })
  }
  const [books] = await db`
    select coalesce(sum(net), 0) as net, coalesce(-sum(net) filter (where kind = 'payout'), 0) as paid_out,
      (select coalesce(sum(cents), 0) from payouts where creator_id = ${creator_id} and state <> 'failed') as payouts,
      (select array_agg(id order by id) from payouts where creator_id = ${creator_id}) as ids
    from movements where creator_id = ${creator_id}`
  expect(books).toMatchObject({ net: totalOf(model), paid_out: books?.payouts })
  expect(books?.ids ?? [], 'every payout that there is was answered').toEqual(model.payouts.map(({ id }) => id).sort())
}

async function take(one: Step, creator_id: string, model: Model): Promise<void> {
  const now = model.now.getTime()
  switch (one.kind) {
    case 'wait':
      model.now = later(model.now, one.hours * HOUR_MS)
      return
    case 'pay': {
      const at = later(model.now, -one.days_ago * DAY_MS)
      const id = await earn(ctx, creator_id, one.net, at)
      model.payments.push({ id, at, net: one.net, back: 0, disputed: 0 })
      return
    }
    case 'give back':
      return await giveBack(one, creator_id, model)
    case 'freeze':
    case 'thaw':
      model.is_frozen = one.kind === 'freeze'
      await db`
        update users set frozen_at = ${model.is_frozen ? START : null}, frozen_until = ${model.is_frozen ? 'infinity' : null},
          frozen_ground = ${model.is_frozen ? 'x' : null}, frozen_facts = ${model.is_frozen ? 'x' : null}
        where id = ${creator_id}`
      return
    case 'ask': {
      const [before, wait] = [totalOf(model) - heldOf(model), waitOfModel(model)]
      const answer = await send(one.kill, { kind: 'ask', now, creator_id, client_id: newId(model.now) })
      if (answer.kind !== 'ask') return expect(answer).toEqual({ kind: 'refused', waits_for: wait })
      expect([wait, answer.payout.cents]).toEqual([undefined, before])
      model.payouts.push({ ...answer.payout, state: 'asked' })
      return
    }
    case 'month': {
      const [before, month] = [totalOf(model) - heldOf(model), monthOf(model.now)]
      const isDue = waitOfModel(model) === undefined && !model.months.has(month)
      await send(one.kill, { kind: 'month', now, creator_id, month })
      if (!isDue) return
      const rows = await db<{ id: string; cents: number }[]>`
        select id, cents from payouts where creator_id = ${creator_id} and month = ${month}`
      expect(rows.map(({ cents }) => cents)).toEqual([before])
      model.months.add(month)
      for (const { id, cents } of rows) model.payouts.push({ id, cents, state: 'asked' })
      return
    }
    case 'end': {
      const payout = model.payouts[one.which % Math.max(model.payouts.length, 1)]
      if (!payout) return
      const answer = await send(one.kill, { kind: 'end', now, payout_id: payout.id, state: one.state })
      if (payout.state !== 'failed') payout.state = one.state
      expect(answer).toEqual({ kind: 'end', state: payout.state })
    }
  }
}

/** Kills the process if the history says so, with whatever others do in it. The step is asked for again in the next one. */
async function send(kill: Kill, asked: AskedStep): Promise<Answer> {
  if (kill === 'after the commit') {
    await house.do(asked)
    await house.kill()
  } else if (kill !== null) setTimeout(() => void house.kill(), kill)
  return await house.do(asked)
}

async function giveBack({ which, part }: { which: number; part: number }, creator_id: string, model: Model) {
  const payment = model.payments[which % Math.max(model.payments.length, 1)]
  const cents = payment ? Math.ceil(((payment.net - payment.back) * part) / 100) : 0
  if (!payment || cents === 0) return
  await reverse(ctx, { id: payment.id, creator_id }, 'refund', -cents, model.now)
  payment.back += cents
}

it(
  `In ${HISTORIES} random histories whose process is killed between and in the middle of their steps, everything happens once, and a balance is the sum of its movements`,
  async () => {
    const histories = fc.array(fc.array(step, STEPS), { minLength: AT_ONCE, maxLength: AT_ONCE })
    await fc.assert(
      fc.asyncProperty(histories, async (all) => void (await Promise.all(all.map(runHistory)))),
      { numRuns: 1 + HISTORIES / AT_ONCE, examples: [[[UNHEARD]]], seed: seedOfTheRun(23), endOnFailure: true },
    )
    console.log(`${HISTORIES} histories, ${house.kills} kills, ${house.interrupted} steps were under way`)
    expect(house.kills).toBeGreaterThan(0)
    if (isLongForm) expect(house.interrupted).toBeGreaterThan(HISTORIES)
  },
  isLongForm ? LONG_FORM_MS : 120_000,
)
