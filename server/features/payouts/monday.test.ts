import { expect, it } from 'vitest'
import { tillOf } from '#server/domain/payouts/till.ts'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
import { insertPayableCreators } from '#tests/support/payouts/payees.ts'
import { world } from '#tests/support/world.ts'
import { createBatch, getPayoutFile, markBatch } from './batches.ts'
import { askMonthlyPayouts } from './jobs.ts'

const CREATORS = 1000
/** Generous: it takes about a second on an idle machine. */
const PATIENCE_MS = 30_000

// Monday, 2 March 2026, is the first banking day. The world begins the day before.
const { ctx, passes, creator } = await world({ PAYMENTS: 'sandbox', LOG_LEVEL: 'error' })
const till = tillOf(ctx)
const { db } = ctx

it(
  'An operator pays a thousand creators on a Monday morning, while others ask for theirs',
  async () => {
    await insertPayableCreators(ctx, CREATORS)
    passes(24 * 60 * 60 * 1000)
    const ada = await creator('ada')
    const begun = performance.now()
    const run = askMonthlyPayouts(till)
    // Somebody else is not kept waiting by the run.
    let answers = 0
    let slowest = 0
    const isOver = run.then(() => true)
    for (;;) {
      const asked = performance.now()
      expect((await ada.ask('GET', '/balance')).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - asked)
      answers += 1
      if (await Promise.race([isOver, Promise.resolve(false)])) break
    }
    expect(await run).toBe(CREATORS)
    const ran = performance.now()
    const batch = await createBatch(till, null)
    const { xml } = await getPayoutFile(till, null, batch.id)
    const filed = performance.now()
    await markBatch(till, null, batch.id, 'sent')
    await markBatch(till, null, batch.id, 'paid')
    const marked = performance.now()
    const ms = (from: number, to: number) => `${Math.round(to - from)} ms`
    console.log(
      `${CREATORS} creators: run ${ms(begun, ran)}, batch and file ${ms(ran, filed)}, sent and paid ${ms(filed, marked)}; ` +
        `beside the run ${answers} balances, the slowest in ${ms(0, slowest)}`,
    )
    const file = readPain001(xml)
    expect(file.transfers).toHaveLength(CREATORS)
    const cents = file.transfers.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0)
    const [books] = await db`
      select -sum(net) filter (where kind = 'payout') as paid, sum(net) as left from movements`
    expect(books).toEqual({ paid: cents, left: 0 })
    expect(await db`select 1 from member_notices where kind = 'payout_sent'`).toHaveLength(CREATORS)
  },
  PATIENCE_MS * 2,
)
