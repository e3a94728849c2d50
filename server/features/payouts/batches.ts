import { amountOf } from '#contract/fees.ts'
import type { PayoutBatch } from '#contract/payouts.ts'
import type { AuditAction } from '#contract/staff.ts'
import type { Queryable } from '#server/db/connect.ts'
import { openSealed } from '#server/domain/identities.ts'
import { openAccount } from '#server/domain/payouts/accounts.ts'
import { nextBankingDay } from '#server/domain/payouts/banking-days.ts'
import { tellSent } from '#server/domain/payouts/outcome.ts'
import { checksOf, type Till } from '#server/domain/payouts/till.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import {
  type BatchLine,
  type BatchRow,
  findBatch,
  insertBatch,
  listBatches,
  listBatchLines,
  lockBatch,
  releaseLines,
  setBatchDownloaded,
  setBatchSent,
} from '#server/store/payouts/batches.ts'
import { countsDemo } from '#server/store/payouts/moves.ts'
import { markBatchPaid, markBatchSent } from '#server/store/payouts/payouts.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { dayOf } from '#server/time.ts'
import { type Transfer, writeSepaFile } from './sepa-file.ts'

/** Who does it: an admin, or null for the command line. */
type StaffId = string | null

/** Puts every payout that waits into a new batch. */
export async function createBatch(ctx: Till, staff_id: StaffId): Promise<PayoutBatch> {
  const now = ctx.now()
  return await ctx.db.begin(async (tx) => {
    const wanted = { id: newId(now), created_by: staff_id }
    const batch = await insertBatch(tx, wanted, { ...checksOf(ctx), with_demo: countsDemo(ctx.config) })
    if (!batch) throw new AppError('nothing_to_pay', 'No payout waits for a batch')
    await audit(tx, { staff_id, action: 'payout_batch_created', batch, now })
    return presentBatch(batch)
  })
}

export async function listPayoutBatches(ctx: Till, cursor: string | undefined): Promise<Page<PayoutBatch>> {
  const { page, last } = cutPage(await listBatches(ctx.db, parseCursor(cursor)))
  return { items: page.map(presentBatch), cursor: last && formatCursor({ at: last.created_at, id: last.id }) }
}

export async function getPayoutBatch(ctx: Till, id: string): Promise<PayoutBatch> {
  const batch = await findBatch(ctx.db, { id })
  if (!batch) throw notFound()
  return presentBatch(batch)
}

function presentBatch({ cents, created_at, downloaded_at, sent_at, ...batch }: BatchRow): PayoutBatch {
  return {
    ...batch,
    amount: amountOf(cents),
    created_at: created_at.toISOString(),
    downloaded_at: downloaded_at?.toISOString() ?? null,
    sent_at: sent_at?.toISOString() ?? null,
  }
}

/**
 * Says that the bank has the file, or that it has paid every line that has not failed. The same again changes nothing. Creators
 * are told when their money is sent.
 */
export async function markBatch(
  ctx: Till,
  staff_id: StaffId,
  id: string,
  state: 'sent' | 'paid',
): Promise<PayoutBatch> {
  const now = ctx.now()
  const { batch, told } = await ctx.db.begin(async (tx) => {
    const before = await lockBatch(tx, id)
    if (!before) throw notFound()
    if (state === 'paid' && before.sent_at === null) throw invalid('state', 'This batch is not sent yet')
    const isNew = state === 'paid' || before.sent_at === null
    const lines = !isNew ? [] : state === 'sent' ? await markBatchSent(tx, id, now) : await markBatchPaid(tx, id, now)
    if (state === 'sent' && isNew) await setBatchSent(tx, id, now)
    const told = state === 'sent' ? await tellSent(tx, lines, now) : []
    const batch = await findBatch(tx, { id })
    if (!batch) throw notFound()
    if (lines.length > 0) await audit(tx, { staff_id, action: 'payout_batch_marked', batch, now, state })
    return { batch, told }
  })
  await publishNotices(ctx, told)
  return presentBatch(batch)
}

/** The file for the bank. Every download is in the audit log before the first byte is sent. */
export async function getPayoutFile(ctx: Till, staff_id: StaffId, id: string): Promise<{ name: string; xml: string }> {
  const { payouts, seller } = ctx.config
  const account = payouts.method === 'manual' ? payouts.account : undefined
  if (!account) throw new AppError('invalid', 'PAYOUT_IBAN is not set: there is no account from which to pay')
  const now = ctx.now()
  return await ctx.db.begin(async (tx) => {
    const before = await lockBatch(tx, id)
    if (!before) throw notFound()
    // Somebody may have been frozen since the batch was made. A file that has left the house stays as it is.
    const released = before.downloaded_at === null ? await releaseLines(tx, id, checksOf(ctx)) : 0
    if (released > 0)
      ctx.log.warn({ batch: id, released }, 'payouts that must not be sent now were taken out of a batch')
    const batch = await findBatch(tx, { id })
    if (!batch) throw notFound()
    const name = seller[0] ?? 'Loge'
    const transfers = (await listBatchLines(tx, id)).map((line) => transferOf(ctx, line, name))
    if (transfers.length === 0) throw new AppError('nothing_to_pay', 'No line of this batch is left')
    const xml = writeSepaFile({
      id,
      created_at: now,
      // What was sent keeps its date, however often it is downloaded.
      pay_on: nextBankingDay(batch.sent_at ?? now),
      debtor: { name, ...account },
      transfers,
    })
    await setBatchDownloaded(tx, id, now)
    await audit(tx, { staff_id, action: 'payout_file_downloaded', batch, now })
    return { name: `loge-payouts-${batch.number}.xml`, xml }
  })
}

function transferOf({ seal, log }: Pick<Till, 'seal' | 'log'>, line: BatchLine, seller: string): Transfer {
  const { id, creator_id, cents, sealed, key_id } = line
  if (!seal || !sealed || key_id === null) throw new Error(`the payout ${id} has no account`)
  const { holder, iban } = openSealed({ log }, () => openAccount(seal, { sealed, key_id }, creator_id))
  return { id, cents, name: holder, iban, text: `${seller} payout ${dayOf(line.asked_at)}` }
}

interface BatchEntry {
  staff_id: StaffId
  action: AuditAction
  batch: BatchRow
  now: Date
  state?: string
}

/** An action about a batch affects no single account: its entry names the member of staff twice, or else the batch. */
async function audit(db: Queryable, { staff_id, action, batch, now, state }: BatchEntry): Promise<void> {
  const { id, number, lines, cents } = batch
  await insertAuditEntry(db, {
    id: newId(now),
    staff_id,
    action,
    user_id: staff_id ?? id,
    details: { batch_id: id, number, lines, cents, ...(state && { state }) },
    created_at: now,
  })
}
