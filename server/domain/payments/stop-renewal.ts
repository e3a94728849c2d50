import { amountOf } from '#contract/fees.ts'
import type { Queryable } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import type { ProviderMembership } from '#server/payments/provider.ts'
import { newId } from '#server/store/ids.ts'
import { type StoredMembership, wantEnd } from '#server/store/payments/memberships.ts'

type Present = Pick<ProviderMembership, 'renews' | 'is_cancelled' | 'is_unpaid' | 'state' | 'period'>

/**
 * Tells the fan that they have stopped their renewal, or started it again, here or on the provider's page. Call it in the
 * transaction that writes the membership, with the row as it was before: so the mail is neither lost nor doubled, whoever
 * hears of it first. What the product has decided itself is no news of the fan's.
 */
export async function followRenewal(
  db: Queryable,
  before: StoredMembership | undefined,
  present: Present,
  now: Date,
): Promise<void> {
  if (!before || before.renews === present.renews || before.paused_at || before.end_wanted_at) return
  if (present.renews) await tellRenewal(db, before, { kind: 'renewal_resumed', at: present.period.ends_at }, now)
  else if (present.is_cancelled) await stopCharging(db, before, present, now)
}

/**
 * After this nothing more is charged. If the period that has begun is not paid, its charge is still open, so the membership
 * ends at once, and access with what was paid.
 */
export async function stopCharging(
  db: Queryable,
  membership: StoredMembership,
  { is_unpaid, state, period }: Present,
  now: Date,
): Promise<void> {
  if (is_unpaid && state !== 'ended') await wantEnd(db, [membership.id], now)
  const at = is_unpaid ? period.starts_at : period.ends_at
  await tellRenewal(db, membership, { kind: 'renewal_stopped', at, is_over: is_unpaid }, now)
}

interface News {
  kind: 'renewal_stopped' | 'renewal_resumed'
  /** The end of what was paid, or the next charge. */
  at: Date
  /** What was paid is over already. */
  is_over?: boolean
}

async function tellRenewal(
  db: Queryable,
  { fan_id, creator_id, charged }: StoredMembership,
  { kind, at, is_over = false }: News,
  now: Date,
): Promise<void> {
  const details = { creator_id, expires_at: at.toISOString(), amount: amountOf(charged), ...(is_over && { is_over }) }
  await notify(db, [{ id: newId(now), user_id: fan_id, kind, details, created_at: now }])
}
