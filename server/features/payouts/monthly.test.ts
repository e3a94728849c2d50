import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { tillOf } from '#server/domain/payouts/till.ts'
import { later } from '#server/time.ts'
import { earn, erase, makePayable } from '#tests/support/payouts/payees.ts'
import { type Person, world } from '#tests/support/world.ts'
import { askMonthlyPayouts } from './jobs.ts'

// The world begins on Sunday, 1 March 2026, at noon.
const { ctx, creator, passes, runJob } = await world({ PAYMENTS: 'sandbox' })
const till = tillOf(ctx)

async function payable(name: string, net: number): Promise<Person> {
  const person = await creator(name)
  await makePayable(ctx, person.id)
  await earn(ctx, person.id, net, later(ctx.now(), -20 * DAY_MS))
  return person
}

const monthsOf = async ({ id }: Pick<Person, 'id'>) =>
  (await ctx.db`select month, cents from payouts where creator_id = ${id} order by asked_at`).map(
    ({ month, cents }) => [month, cents],
  )

const people = {
  rich: await payable('rich', 50_000),
  exact: await payable('exact', 2000),
  poor: await payable('poor', 1999),
  on_request: await payable('patient', 9000),
  unverified: await payable('unverified', 9000),
  homeless: await creator('homeless'),
  frozen: await payable('frozen', 9000),
  moved: await payable('moved', 9000),
  gone: await payable('gone', 1),
  gone_on_request: await payable('gone2', 5),
}
const { db } = ctx
await db`update payees set schedule = 'on_request' where creator_id in (${people.on_request.id}, ${people.gone_on_request.id})`
await db`delete from verifications where creator_id = ${people.unverified.id}`
await earn(ctx, people.homeless.id, 9000, later(ctx.now(), -20 * DAY_MS))
await db`
  update users set frozen_at = now(), frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
  where id = ${people.frozen.id}`
await db`update payees set held_until = ${later(ctx.now(), 40 * DAY_MS)} where creator_id = ${people.moved.id}`
for (const { id } of [people.gone, people.gone_on_request]) await erase(ctx, id)
// It is still on hold on the first banking day.
await earn(ctx, people.rich.id, 700, later(ctx.now(), -5 * DAY_MS))

describe('The monthly payouts', () => {
  it('Before the first banking day nobody is paid', async () => {
    await runJob('ask_monthly_payouts')
    expect(await db`select 1 from payouts`).toEqual([])
    expect(await db`select 1 from payout_runs`).toEqual([])
  })

  it('On the first banking day everybody is paid once who wants it, can be, and has twenty euros; who is gone gets the rest', async () => {
    passes(DAY_MS)
    const counts = await Promise.all(Array.from({ length: 5 }, () => askMonthlyPayouts(till)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    await runJob('ask_monthly_payouts')
    for (const [person, cents] of [
      [people.rich, 50_000],
      [people.exact, 2000],
      [people.gone, 1],
      [people.gone_on_request, 5],
    ] as const)
      expect(await monthsOf(person)).toEqual([['2026-03', cents]])
    expect(await db`select 1 from payouts`).toHaveLength(4)
    expect(await db`select month from payout_runs`).toEqual([{ month: '2026-03' }])
  })

  it('Who reaches twenty euros after the run waits for the next month, or asks', async () => {
    await earn(ctx, people.poor.id, 1, later(ctx.now(), -8 * DAY_MS))
    passes(DAY_MS)
    await runJob('ask_monthly_payouts')
    expect(await monthsOf(people.poor)).toEqual([])
    expect((await people.poor.ask('GET', '/balance')).body).toMatchObject({
      next_payout: { on: '2026-04-01', amount: '20.00' },
      waits_for: null,
    })
  })

  it('A run that was killed is made up for, without paying anybody twice', async () => {
    passes(29 * DAY_MS)
    expect(ctx.now().toISOString()).toMatch(/^2026-04-01/)
    await earn(ctx, people.rich.id, 3000, later(ctx.now(), -8 * DAY_MS))
    await expect(askMonthlyPayouts({ ...till, db: killedAfterCommit() })).rejects.toThrow('killed')
    expect(await db`select 1 from payout_runs where month = '2026-04'`).toEqual([])
    await earn(ctx, people.rich.id, 9000, later(ctx.now(), -8 * DAY_MS))
    passes(2 * DAY_MS)
    await runJob('ask_monthly_payouts')
    await runJob('ask_monthly_payouts')
    expect(await monthsOf(people.rich)).toEqual([
      ['2026-03', 50_000],
      ['2026-04', 3700],
    ])
    expect(await monthsOf(people.poor)).toEqual([['2026-04', 2000]])
  })

  it('A product that was down for more than a week after the first banking day pays with the next month', async () => {
    await earn(ctx, people.exact.id, 5000, later(ctx.now(), -8 * DAY_MS))
    // 4 May is the first banking day.
    passes(Date.parse('2026-05-11T00:00:00Z') - ctx.now().getTime())
    await runJob('ask_monthly_payouts')
    expect(await monthsOf(people.exact)).toHaveLength(1)
    passes(Date.parse('2026-06-01T00:23:00Z') - ctx.now().getTime())
    await runJob('ask_monthly_payouts')
    expect(await monthsOf(people.exact)).toEqual([
      ['2026-03', 2000],
      ['2026-06', 5000],
    ])
  })
})

/** A database whose process is killed after its next transaction. */
function killedAfterCommit() {
  return Object.assign(((...values: Parameters<typeof db>) => db(...values)) as typeof db, db, {
    async begin(work: Parameters<typeof db.begin>[0]): Promise<never> {
      await db.begin(work)
      throw new Error('killed')
    },
  })
}
