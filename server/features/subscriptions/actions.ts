import type { Subscription } from '#contract/subscriptions.ts'
import { timeLeft } from '#contract/time-left.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, type Page } from '#server/paging.ts'
import type { StoredMembership } from '#server/store/payments/memberships.ts'
import {
  listMergedSubscriptions,
  type SubscriptionCursor,
  type SubscriptionRow,
} from '#server/store/subscriptions/subscriptions.ts'
import { listTickets } from '#server/store/subscriptions/tickets.ts'
import { UNNAMED_MEMBER } from '#server/store/visibility/people.ts'
import { presentTicket } from './tickets.ts'

type Reading = Pick<Context, 'db' | 'now' | 'payments'>

export async function listSubscriptions(
  ctx: Reading,
  viewer: Pick<Viewer, 'id'>,
  cursor: string | undefined,
): Promise<Page<Subscription>> {
  const now = ctx.now()
  const rows = await listMergedSubscriptions(
    ctx.db,
    viewer.id,
    now,
    cursor === undefined ? undefined : readCursor(cursor),
  )
  const { page, last } = cutPage(rows)
  return { items: await presentSubscriptions(ctx, viewer, page), cursor: last && writeCursor(last) }
}

/** One subscription of one's own. */
export async function getSubscription(ctx: Reading, viewer: Pick<Viewer, 'id'>, id: string): Promise<Subscription> {
  const rows = await listMergedSubscriptions(ctx.db, viewer.id, ctx.now(), undefined, id)
  const [subscription] = await presentSubscriptions(ctx, viewer, rows)
  if (!subscription) throw notFound()
  return subscription
}

/** The same of somebody whom the fan does not see at the moment: without a name. */
export async function presentHidden(
  ctx: Reading,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  { creator_id, period_ends_at: expires_at }: Pick<StoredMembership, 'creator_id' | 'period_ends_at'>,
): Promise<Subscription> {
  const is_past = expires_at <= ctx.now()
  const row = { id, profile_id: creator_id, username: UNNAMED_MEMBER, picture_id: null, expires_at, is_past }
  const [subscription] = await presentSubscriptions(ctx, viewer, [row])
  if (!subscription) throw notFound()
  return subscription
}

/** The tickets are shown only with a payment provider. */
async function presentSubscriptions(
  ctx: Reading,
  viewer: Pick<Viewer, 'id'>,
  rows: SubscriptionRow[],
): Promise<Subscription[]> {
  const now = ctx.now()
  if (!ctx.payments) return rows.map((row) => presentSubscription(row, now))
  const creator_ids = rows.map(({ profile_id }) => profile_id)
  const tickets = new Map(
    (await listTickets(ctx.db, viewer.id, creator_ids)).map((row) => [row.creator_id, presentTicket(row)]),
  )
  return rows.map((row) => {
    const ticket = tickets.get(row.profile_id)
    return { ...presentSubscription(row, now), ...(ticket && { ticket }) }
  })
}

function presentSubscription(
  { id, username, picture_id, expires_at, is_past }: SubscriptionRow,
  now: Date,
): Subscription {
  return {
    id,
    profile_pic: mediaPath(picture_id),
    profile_name: username,
    ...(!is_past && { expires_in: timeLeftText(expires_at.getTime() - now.getTime()) }),
    expires_at: expires_at.toISOString(),
  }
}

/** In English, as the API defines it. Clients in other languages use `expires_at`. */
function timeLeftText(ms: number): string {
  const { count, unit } = timeLeft(ms)
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}

function writeCursor({ is_past, expires_at, id }: SubscriptionRow): string {
  return `${is_past ? 'past' : 'ongoing'}_${expires_at.getTime()}_${id}`
}

function readCursor(cursor: string): SubscriptionCursor {
  const [kind, ends_ms, id = ''] = cursor.split('_')
  return { is_past: kind === 'past', ends_ms: Number(ends_ms), id }
}
