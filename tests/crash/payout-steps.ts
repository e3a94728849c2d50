import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { askMonthly, askPayout } from '#server/domain/payouts/ask-payout.ts'
import { endPayout } from '#server/domain/payouts/outcome.ts'
import { AppError } from '#server/errors.ts'

/** What a history asks of the process. The time is that of the history. */
export type Step = { now: number } & (
  | { kind: 'ask'; creator_id: string; client_id: string }
  | { kind: 'month'; creator_id: string; month: string }
  | { kind: 'end'; payout_id: string; state: 'paid' | 'failed' }
)

/** Of a refusal the reason is told. */
export type Answer =
  | { kind: 'ask'; payout: { id: string; cents: number } }
  | { kind: 'month'; count: number }
  | { kind: 'end'; state: string | undefined }
  | { kind: 'refused'; waits_for: string | undefined }

/** A process that does the steps of histories with the code and the database of the product, as its parent sends them, until it is killed. */
const { database_url = '', payments } = readConfig(process.env)
if (!payments) throw new Error('PAYMENTS is not set: nobody is paid here')
const config = { payments }
const db = connect(database_url)

async function take(step: Step): Promise<Answer> {
  const now = new Date(step.now)
  const here = { config, db, now: () => now, payouts: undefined }
  if (step.kind === 'ask') {
    const { id, cents } = await askPayout(here, step.creator_id, step.client_id)
    return { kind: 'ask', payout: { id, cents } }
  }
  if (step.kind === 'month') return { kind: 'month', count: await askMonthly(here, [step.creator_id], step.month) }
  const outcome = { state: step.state, at: now }
  const { payout } = await db.begin((tx) => endPayout(tx, step.payout_id, outcome, now))
  return { kind: 'end', state: payout?.state }
}

process.on('message', async ({ number, step }: { number: number; step: Step }) => {
  const answer = await take(step).catch((error: unknown): Answer => {
    if (!(error instanceof AppError)) throw error
    return { kind: 'refused', waits_for: error.fields?.waits_for }
  })
  process.send?.({ number, answer })
})
process.send?.('ready')
