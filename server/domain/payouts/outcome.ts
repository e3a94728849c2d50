import { amountOf } from '#contract/fees.ts'
import type { PayoutFailure } from '#contract/payouts.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { newId } from '#server/store/ids.ts'
import type { NoticeDetails } from '#server/store/notices.ts'
import { findMovement, insertMovement } from '#server/store/payments/movements.ts'
import { listReachable } from '#server/store/payouts/payees.ts'
import { lockPayout, markPayoutEnded, type Payout } from '#server/store/payouts/payouts.ts'
import { movementOf } from './ask-payout.ts'

/** How a payout ended. */
export interface PayoutOutcome {
  state: 'paid' | 'failed'
  failure?: PayoutFailure | undefined
  note?: string | undefined
  /** When it was paid, or came back. */
  at: Date
}

/**
 * Writes how a payout ended. Money that did not arrive is booked back, once, also if the payout was paid before: banks return
 * money days later. One that has failed stays failed, and the same again changes nothing. Returns the payout, undefined if
 * there is none, and whom to tell with `publishNotices` after the commit.
 */
export async function endPayout(
  tx: Tx,
  id: string,
  { state, failure = 'other', note, at }: PayoutOutcome,
  now: Date,
): Promise<{ payout: Payout | undefined; told: string[] }> {
  const payout = await lockPayout(tx, id)
  if (!payout || payout.state === 'failed' || payout.state === state) return { payout, told: [] }
  const ended: Payout = {
    ...payout,
    state,
    ended_at: at,
    failure: state === 'failed' ? failure : null,
    note: note ?? payout.note,
  }
  await markPayoutEnded(tx, ended)
  if (state === 'paid') return { payout: ended, told: [] }
  await bookBack(tx, ended, now)
  const told = await tell(tx, 'payout_failed', [ended], ({ cents }) => ({ amount: amountOf(cents), failure }), now)
  return { payout: ended, told }
}

async function bookBack(tx: Tx, payout: Payout, now: Date): Promise<void> {
  const taken = movementOf(payout, { cents: -payout.cents, original_id: null, now })
  const original = await findMovement(tx, taken)
  if (!original) throw new Error(`the payout ${payout.id} is not in the books`)
  await insertMovement(tx, movementOf(payout, { cents: payout.cents, original_id: original.id, now }), now)
}

/** Tells creators that their money is on its way. Returns whom to tell with `publishNotices` after the commit. */
export async function tellSent(tx: Tx, payouts: readonly Payout[], now: Date): Promise<string[]> {
  const details = ({ cents, account_last4: last4 }: Payout) => ({ amount: amountOf(cents), last4 })
  return await tell(tx, 'payout_sent', payouts, details, now)
}

async function tell(
  tx: Tx,
  kind: 'payout_sent' | 'payout_failed',
  payouts: readonly Payout[],
  details: (payout: Payout) => NoticeDetails,
  now: Date,
): Promise<string[]> {
  const reachable = await listReachable(
    tx,
    payouts.map(({ creator_id }) => creator_id),
  )
  const notices = payouts
    .filter(({ creator_id }) => reachable.has(creator_id))
    .map((payout) => ({
      id: newId(now),
      user_id: payout.creator_id,
      kind,
      details: details(payout),
      created_at: now,
    }))
  await notify(tx, notices)
  return notices.map(({ user_id }) => user_id)
}
