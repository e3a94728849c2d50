import pg from 'pg'
import { MINUTE_MS } from '../contract/time.ts'
import { readConfig } from '../server/config.ts'
import { createContext } from '../server/context.ts'
import { type Till, tillOf } from '../server/domain/payouts/till.ts'
import { createBatch, getPayoutFile, markBatch } from '../server/features/payouts/batches.ts'
import { askMonthlyPayouts } from '../server/features/payouts/jobs.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { readPain001 } from '../tests/support/payouts/pain-001.ts'
import { insertPayableCreators } from '../tests/support/payouts/payees.ts'
import { median, type Row, RUNS } from './row.ts'

const CREATORS = { many: 1000, few: 100 }
/** The first banking day of a month. */
const MONDAY = new Date('2026-03-02T08:00:00Z')
const STEPS = ['run', 'batch', 'file', 'sent', 'paid'] as const

type Step = (typeof STEPS)[number]
type Costs = Record<Step, { statements: number; ms: number }>

/** What it costs to pay a thousand creators on a Monday: the monthly run, a batch, its file, and the word of the bank. */
export async function mondayPayouts(): Promise<Row[]> {
  const runs = { many: [] as Costs[], few: [] as Costs[] }
  for (let run = 0; run < RUNS; run += 1)
    for (const size of ['few', 'many'] as const) runs[size].push(await payAll(CREATORS[size]))
  const ms = (costs: Costs[], step: Step) => median(costs.map((cost) => cost[step].ms))
  const statements = ({ many }: typeof runs, step: Step) => many[0]?.[step].statements ?? Number.NaN
  const totals = (costs: Costs[]) => median(costs.map((cost) => STEPS.reduce((sum, step) => sum + cost[step].ms, 0)))
  const [many, few] = [totals(runs.many) / CREATORS.many, totals(runs.few) / CREATORS.few]
  return [
    {
      what: `paying ${CREATORS.many} creators on a Monday, statements for each of them`,
      bar: { at_most: 0.2 },
      ratio: STEPS.reduce((sum, step) => sum + statements(runs, step), 0) / CREATORS.many,
      figures: STEPS.map(
        (step) => `${step}: ${statements(runs, step)} statements, ${ms(runs.many, step).toFixed(0)} ms`,
      ).join('; '),
    },
    {
      what: `the same, time for each creator relative to a house with ${CREATORS.few}`,
      bar: { at_most: 1.2 },
      ratio: many / few,
      figures: `${many.toFixed(2)} / ${few.toFixed(2)} ms`,
    },
  ]
}

/** Pays everybody of a new house once, and looks whether the file has every cent of the books. */
async function payAll(creators: number): Promise<Costs> {
  const database = await createTestDatabase()
  const settings = { DATABASE_URL: database.url, PAYMENTS: 'sandbox', PAYOUT_IBAN: 'DE89370400440532013000' }
  const seller = { SELLER: 'Loge|Paris|VAT', SECRET_KEY: 'a key of the benchmark that is long enough' }
  let now = new Date(MONDAY.getTime() - MINUTE_MS)
  const ctx = await createContext(readConfig({ ...settings, ...seller, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }), {
    now: () => now,
  })
  try {
    await insertPayableCreators(ctx, creators)
    await ctx.db.unsafe('vacuum analyze')
    now = MONDAY
    const costs = await measureSteps(tillOf(ctx))
    const [books] = await ctx.db<{ paid: number; left: number }[]>`
      select -sum(net) filter (where kind = 'payout') as paid, sum(net) as left from movements`
    if (books?.paid !== costs.cents || books.left !== 0) throw new Error('The file has not every cent of the books')
    return costs.steps
  } finally {
    await ctx.close()
    await database.drop()
  }
}

async function measureSteps(till: Till): Promise<{ steps: Costs; cents: number }> {
  const steps = {} as Costs
  await measure(steps, 'run', () => askMonthlyPayouts(till))
  const batch = await measure(steps, 'batch', () => createBatch(till, null))
  const { xml } = await measure(steps, 'file', () => getPayoutFile(till, null, batch.id))
  await measure(steps, 'sent', () => markBatch(till, null, batch.id, 'sent'))
  await measure(steps, 'paid', () => markBatch(till, null, batch.id, 'paid'))
  const { transfers } = readPain001(xml)
  return { steps, cents: transfers.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0) }
}

/** Every query of this process counts: `begin` and `commit` too. */
async function measure<T>(steps: Costs, step: Step, work: () => Promise<T>): Promise<T> {
  const send = pg.Client.prototype.query
  let statements = 0
  pg.Client.prototype.query = function count(this: pg.Client, ...given: unknown[]) {
    statements += 1
    return Reflect.apply(send, this, given)
  } as typeof send
  const from = performance.now()
  try {
    return await work()
  } finally {
    steps[step] = { statements, ms: performance.now() - from }
    pg.Client.prototype.query = send
  }
}
