import { amountOf } from '#contract/fees.ts'
import { PAYOUT_FAILURES, type PayoutFailure } from '#contract/payouts.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'
import { createContext } from '#server/context.ts'
import { toCsv } from '#server/csv.ts'
import { checksOf, type Till, tillOf } from '#server/domain/payouts/till.ts'
import { resealAll } from '#server/domain/reseal.ts'
import { AppError } from '#server/errors.ts'
import { createBatch, getPayoutFile, markBatch } from '#server/features/payouts/batches.ts'
import { decidePayout } from '#server/features/payouts/desk.ts'
import { printSellerReport } from '#server/features/payouts/seller-report.ts'
import { createLog } from '#server/log.ts'
import { FIRST_PAGE } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import { findBatch, listStaffPayouts } from '#server/store/payouts/batches.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { type Command, type CommandLine, runCommand } from './command.ts'

const USAGE = `Usage:
  npm run -s payouts -- list
  npm run payouts -- batch
  npm run -s payouts -- file BATCH > file.xml
  npm run payouts -- mark BATCH sent|paid
  npm run payouts -- mark PAYOUT paid
  npm run payouts -- mark PAYOUT failed REASON [NOTE]
  npm run -s payouts -- dac7 YEAR > sellers.csv
  npm run payouts -- rotate

list prints the payouts that are asked for or sent, as CSV. batch puts everything that waits into a new batch, file prints
its SEPA credit transfer (pain.001.001.09). BATCH is the number of a batch, PAYOUT the id of a payout; REASON is one of
${PAYOUT_FAILURES.join(', ')}.
dac7 prints what each creator earned in a year, for the tax office.
rotate seals everything anew with SECRET_KEY that was sealed with SECRET_KEY_BEFORE.`

const LISTED_MAX = 100_000
const IS_ID = new RegExp(`^${UUID_PATTERN}$`, 'i')
const IS_NUMBER = /^\d{1,9}$/
const IS_YEAR = /^20\d{2}$/

function readCommand(words: string[]): Command | undefined {
  const [verb, what = '', state = '', reason = '', note, ...rest] = words
  if (rest.length > 0) return undefined
  if (words.length === 1 && verb === 'list') return atTill(list)
  if (words.length === 1 && verb === 'batch') return atTill(batch)
  if (words.length === 1 && verb === 'rotate') return atTill(rotate)
  if (words.length === 2 && verb === 'file' && IS_NUMBER.test(what)) return atTill((ctx) => file(ctx, what))
  if (words.length === 2 && verb === 'dac7' && IS_YEAR.test(what)) return atTill((ctx) => dac7(ctx, what))
  if (verb !== 'mark') return undefined
  if (words.length === 3 && IS_NUMBER.test(what) && (state === 'sent' || state === 'paid'))
    return atTill((ctx) => markAll(ctx, what, state))
  if (!IS_ID.test(what)) return undefined
  if (words.length === 3 && state === 'paid') return atTill((ctx) => markOne(ctx, what, { state }))
  const failure = PAYOUT_FAILURES.find((name): name is PayoutFailure => name === reason)
  if (state !== 'failed' || !failure) return undefined
  return atTill((ctx) => markOne(ctx, what, { state, failure, note }))
}

/** Runs a command beside the server, where creators are paid. */
function atTill(command: (ctx: Till) => Promise<number>): Command {
  return async (_db, config, database) => {
    if (!config.payouts) return refuse('Nobody is paid: PAYMENTS is not set.')
    const ctx = await createContext(config, {
      log: createLog({ log_level: 'error' }),
      database: { background: undefined, ...database, close: async () => {} },
    })
    try {
      return await command(tillOf(ctx))
    } catch (error) {
      if (error instanceof AppError) return refuse(`${error.message}.`)
      throw error
    } finally {
      await ctx.close()
    }
  }
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

async function list(ctx: Till): Promise<number> {
  const states = ['asked', 'sent'] as const
  const rows = await Promise.all(
    states.map((state) => listStaffPayouts(ctx.db, { state }, checksOf(ctx), FIRST_PAGE, LISTED_MAX)),
  )
  const lines = rows.flat().map(({ id, state, cents, creator, batch, waits_for, asked_at, sent_at }) => ({
    payout: id,
    state,
    amount: amountOf(cents),
    creator,
    batch: batch === null ? null : String(batch),
    waits_for,
    asked_at,
    sent_at,
  }))
  process.stdout.write(
    toCsv(['payout', 'state', 'amount', 'creator', 'batch', 'waits_for', 'asked_at', 'sent_at'], lines),
  )
  return 0
}

async function batch(ctx: Till): Promise<number> {
  const { number, lines, amount } = await createBatch(ctx, null)
  console.log(`Batch ${number}: ${lines} payouts, €${amount}. npm run -s payouts -- file ${number} prints its file.`)
  return 0
}

async function file(ctx: Till, number: string): Promise<number> {
  const found = await findBatch(ctx.db, { number: Number(number) })
  if (!found) return refuse(`There is no batch ${number}.`)
  process.stdout.write((await getPayoutFile(ctx, null, found.id)).xml)
  return 0
}

async function markAll(ctx: Till, number: string, state: 'sent' | 'paid'): Promise<number> {
  const found = await findBatch(ctx.db, { number: Number(number) })
  if (!found) return refuse(`There is no batch ${number}.`)
  const { lines, paid, failed } = await markBatch(ctx, null, found.id, state)
  console.log(`Batch ${number} is marked as ${state}: ${lines} payouts, ${paid} paid, ${failed} failed.`)
  return 0
}

async function markOne(ctx: Till, id: string, outcome: Parameters<typeof decidePayout>[3]): Promise<number> {
  const { state, amount } = await decidePayout(ctx, null, id, outcome)
  const more = state === 'failed' ? ': the money is in the balance again' : ''
  console.log(`The payout of €${amount} is marked as ${state}${more}.`)
  return 0
}

/** The entry of the audit log comes first, and names nobody. */
async function dac7(ctx: Till, year: string): Promise<number> {
  const now = ctx.now()
  const [id, user_id] = [newId(now), newId(now)]
  const details = { year }
  await insertAuditEntry(ctx.db, {
    ...{ id, staff_id: null, action: 'seller_report_exported', user_id, details, created_at: now },
  })
  for await (const piece of printSellerReport(ctx, year)) process.stdout.write(piece)
  return 0
}

async function rotate(ctx: Till): Promise<number> {
  if (!ctx.seal) return refuse('Nothing is sealed here.')
  const { sealed, unreadable } = await resealAll({ db: ctx.db, seal: ctx.seal })
  console.log(`Sealed ${sealed} records anew.`)
  return unreadable === 0
    ? 0
    : refuse(`${unreadable} records cannot be opened: set SECRET_KEY_BEFORE to the earlier key.`)
}

export const payouts: CommandLine = { usage: USAGE, read: readCommand }

if (import.meta.main) process.exitCode = await runCommand(payouts)
