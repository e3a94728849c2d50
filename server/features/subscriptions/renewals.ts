import { paths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import type { Viewer } from '#server/access.ts'
import { syncMembership } from '#server/domain/payments/settle.ts'
import { stopCharging } from '#server/domain/payments/stop-renewal.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { reachProvider, type Shop } from '#server/domain/shop.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import {
  endPause,
  findMembership,
  findMembershipOf,
  type StoredMembership,
} from '#server/store/payments/memberships.ts'
import { findCreatorOf, findHiddenCreatorOf } from '#server/store/subscriptions/subscriptions.ts'
import { getSubscription, presentHidden } from './actions.ts'

/**
 * Stops the renewal at the end of what was paid; if the period that has begun is not paid, at once. A repeated call changes
 * nothing and mails nothing. The owner may always stop it, also while the creator is frozen and on no list.
 */
export async function cancelRenewal(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<Subscription> {
  const membership = await findOwnMembership(ctx, viewer, id, { also_hidden: true })
  const { provider, reference } = membership
  if (membership.paused_at) await stopPaused(ctx, membership)
  else if (membership.renews) {
    await reachProvider(() => ctx.payments.cancel(reference))
    await reachProvider(() => syncMembership(ctx, reference))
  }
  // If this is not reached, the job of `endMemberships` does it.
  const stopped = await findMembership(ctx.db, { provider, reference })
  if (stopped?.end_wanted_at && stopped.state !== 'ended') {
    await reachProvider(() => ctx.payments.end(reference))
    await reachProvider(() => syncMembership(ctx, reference))
  }
  return await getSubscription(ctx, viewer, id).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') return presentHidden(ctx, viewer, id, membership)
    throw error
  })
}

/** The provider renews nothing meanwhile, and from now on the product does not let it go on. */
async function stopPaused(ctx: Shop, membership: StoredMembership): Promise<void> {
  const present = await reachProvider(() => ctx.payments.findMembership(membership.reference))
  await ctx.db.begin(async (db) => {
    if (present && (await endPause(db, membership.id))) await stopCharging(db, membership, present, ctx.now())
  })
  await publishNotices(ctx, [membership.fan_id])
}

/** Renews again, before the end of what was paid. */
export async function resumeRenewal(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<Subscription> {
  const membership = await findOwnMembership(ctx, viewer, id)
  if (!membership.renews) {
    await reachProvider(() => ctx.payments.resume(membership.reference))
    await reachProvider(() => syncMembership(ctx, membership.reference))
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
async function findOwnMembership(
  ctx: Shop,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  { also_hidden = false } = {},
): Promise<StoredMembership> {
  const visible_id = await findCreatorOf(ctx.db, viewer.id, id)
  const creator_id = visible_id ?? (also_hidden ? await findHiddenCreatorOf(ctx.db, viewer.id, id) : undefined)
  const membership = creator_id && (await findMembershipOf(ctx.db, { fan_id: viewer.id, creator_id }))
  if (membership) return membership
  if (visible_id === undefined) throw notFound()
  throw invalid('id', 'This subscription does not renew')
}
