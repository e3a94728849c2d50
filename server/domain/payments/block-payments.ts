import type { Queryable } from '#server/db/connect.ts'
import { findMembershipOf, wantEnd } from '#server/store/payments/memberships.ts'
import { returnPaidPeriods } from '#server/store/payments/unapplied-payments.ts'

/**
 * What a block does to money, in the transaction of the block: the renewal between the two ends, whoever blocks, and a creator
 * gives back what the fan has paid for time that has not passed. The provider is asked afterwards, by a job.
 */
export async function stopPaymentsBetween(
  db: Queryable,
  { user_id, other_id }: { user_id: string; other_id: string },
  now: Date,
): Promise<void> {
  const pairs = [
    { fan_id: other_id, creator_id: user_id },
    { fan_id: user_id, creator_id: other_id },
  ]
  for (const pair of pairs) {
    const membership = await findMembershipOf(db, pair)
    if (membership) await wantEnd(db, [membership.id], now)
  }
  await returnPaidPeriods(db, { fan_id: other_id, creator_id: user_id }, now)
}
