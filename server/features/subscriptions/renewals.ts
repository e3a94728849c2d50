import { amountOf } from '#contract/fees.ts'
import { paths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import type { Viewer } from '#server/access.ts'
import { notify } from '#server/domain/notify.ts'
import { syncMembership } from '#server/domain/payments/settle.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { reachProvider, type Shop } from '#server/domain/shop.ts'
import { invalid, notFound } from '#server/errors.ts'
import { newId } from '#server/store/ids.ts'
import { findMembershipOf, type StoredMembership } from '#server/store/payments/memberships.ts'
import { findCreatorOf } from '#server/store/subscriptions/subscriptions.ts'
import { getSubscription } from './actions.ts'

/** Stops the renewal at the end of what was paid. A repeated call changes nothing and mails nothing. */
export async function cancelRenewal(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<Subscription> {
  const membership = await findOwnMembership(ctx, viewer, id)
  if (membership.renews) {
    await reachProvider(() => ctx.payments.cancel(membership.reference))
    await reachProvider(() => syncMembership(ctx, membership.reference))
    await tell(ctx, membership, 'renewal_stopped')
  }
  return await getSubscription(ctx, viewer, id)
}

/** Renews again, before the end of what was paid. */
export async function resumeRenewal(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<Subscription> {
  const membership = await findOwnMembership(ctx, viewer, id)
  if (!membership.renews) {
    await reachProvider(() => ctx.payments.resume(membership.reference))
    await reachProvider(() => syncMembership(ctx, membership.reference))
    await tell(ctx, membership, 'renewal_resumed')
  }
  return await getSubscription(ctx, viewer, id)
}

/** The provider's page to change the card or to pay what failed. */
export async function openPortal(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<{ url: string }> {
  const { customer } = await findOwnMembership(ctx, viewer, id)
  if (customer === null) throw notFound()
  return await reachProvider(() => ctx.payments.manage(customer, ctx.origin() + paths.subscriptions))
}

/** The membership behind a subscription of one's own, while it is not over. */
async function findOwnMembership(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<StoredMembership> {
  const creator_id = await findCreatorOf(ctx.db, viewer.id, id)
  if (creator_id === undefined) throw notFound()
  const membership = await findMembershipOf(ctx.db, { fan_id: viewer.id, creator_id })
  if (!membership) throw invalid('id', 'This subscription does not renew')
  return membership
}

async function tell(
  ctx: Shop,
  { fan_id, creator_id, period_ends_at, charged }: StoredMembership,
  kind: 'renewal_stopped' | 'renewal_resumed',
): Promise<void> {
  const now = ctx.now()
  const details = { creator_id, expires_at: period_ends_at.toISOString(), amount: amountOf(charged) }
  await notify(ctx.db, [{ id: newId(now), user_id: fan_id, kind, details, created_at: now }])
  await publishNotices(ctx, [fan_id])
}
