import { amountOf } from '#contract/fees.ts'
import type { PayoutDesk, StaffPayout } from '#contract/payouts.ts'
import { endPayout, type PayoutOutcome } from '#server/domain/payouts/outcome.ts'
import { checksOf, type Till } from '#server/domain/payouts/till.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { reachProvider } from '#server/domain/shop.ts'
import { emailKey } from '#server/emails.ts'
import { invalid, notFound } from '#server/errors.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import {
  listStaffPayouts,
  type StaffPayoutFilter,
  type StaffPayoutRow,
  sumWaiting,
} from '#server/store/payouts/batches.ts'
import { countsDemo } from '#server/store/payouts/moves.ts'
import { lockPayout, type Payout } from '#server/store/payouts/payouts.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { presentPayout } from './actions.ts'

export async function getPayoutDesk(ctx: Till): Promise<PayoutDesk> {
  const { payouts } = ctx.config
  const waiting = await sumWaiting(ctx.db, { ...checksOf(ctx), with_demo: countsDemo(ctx.config) })
  return {
    method: payouts.method === 'manual' ? 'manual' : 'provider',
    waiting: { lines: waiting.lines, amount: amountOf(waiting.cents) },
    has_account: payouts.method === 'manual' && payouts.account !== undefined,
  }
}

interface PayoutQuery extends Pick<StaffPayoutFilter, 'state' | 'batch_id'> {
  username?: string | undefined
}

export async function listPayoutsForStaff(
  ctx: Till,
  { username, ...filter }: PayoutQuery,
  cursor: string | undefined,
): Promise<Page<StaffPayout>> {
  const name_key = username ? emailKey(username) : undefined
  const rows = await listStaffPayouts(ctx.db, { ...filter, name_key }, checksOf(ctx), parseCursor(cursor))
  const { page, last } = cutPage(rows)
  return { items: page.map(presentStaffPayout), cursor: last && formatCursor({ at: last.asked_at, id: last.id }) }
}

function presentStaffPayout(payout: StaffPayoutRow): StaffPayout {
  const { creator, batch, waits_for, note, provider } = payout
  const paid_by = provider === 'manual' ? 'house' : 'provider'
  return { ...presentPayout(payout), creator, batch, waits_for, paid_by, note }
}

/**
 * Says how a payout that the operator has made ended, or gives up one that the payout provider was never able to send. The same
 * again changes nothing. `staff_id` is null for the command line.
 */
export async function decidePayout(
  ctx: Till,
  staff_id: string | null,
  id: string,
  outcome: Omit<PayoutOutcome, 'at'>,
): Promise<StaffPayout> {
  const now = ctx.now()
  // A provider may take its time, so the pool without timeouts is used where there is one.
  const told = await (ctx.background ?? ctx.db).begin(async (tx) => {
    const before = await lockPayout(tx, id)
    if (!before) throw notFound()
    await refuseSent(ctx, before, outcome)
    if (outcome.state === 'paid' && before.state === 'asked') throw invalid('state', 'This payout is not sent yet')
    if (outcome.state === 'paid' && before.state === 'failed')
      throw invalid('state', 'This payout has failed: its money is in the balance again')
    const ended = await endPayout(tx, id, { ...outcome, at: now }, now)
    if (before.state !== outcome.state) {
      await insertAuditEntry(tx, {
        id: newId(now),
        staff_id,
        action: 'payout_decided',
        user_id: before.creator_id,
        // Without the words, which are about the creator: the audit log outlives an account.
        details: { payout_id: id, state: outcome.state, cents: before.cents, failure: ended.payout?.failure ?? null },
        created_at: now,
      })
    }
    return ended.told
  })
  await publishNotices(ctx, told)
  const [payout] = await listStaffPayouts(ctx.db, { id }, checksOf(ctx))
  if (!payout) throw notFound()
  return presentStaffPayout(payout)
}

/**
 * The provider alone says how a payout went that it has. One that was asked for can be given up, for example if its creator
 * never has an account there: the row is locked, so that nobody sends it meanwhile, and the provider is asked whether it has
 * it, because a process may have been killed after sending it.
 */
async function refuseSent(ctx: Till, payout: Payout, outcome: Pick<PayoutOutcome, 'state'>): Promise<void> {
  const { id, provider, state } = payout
  if (provider === 'manual') return
  if (outcome.state !== 'failed' || state === 'sent' || state === 'paid')
    throw invalid('state', 'The payout provider says how this payout went')
  if (state === 'failed') return
  const { payouts } = ctx
  if (payouts?.name !== provider)
    throw invalid('state', 'Only the payout provider knows whether this payout was sent: start with PAYOUTS=stripe')
  if ((await reachProvider(() => payouts.findSent(id))) !== undefined)
    throw invalid('state', 'The payout provider has sent this payout')
}
