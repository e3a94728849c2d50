import type { Subscription } from '#contract/subscriptions.ts'
import { timeLeft } from '#contract/time-left.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, type Page } from '#server/paging.ts'
import {
  listMergedSubscriptions,
  type SubscriptionCursor,
  type SubscriptionRow,
} from '#server/store/subscriptions/subscriptions.ts'

export async function listSubscriptions(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
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
  return { items: page.map((row) => presentSubscription(row, now)), cursor: last && writeCursor(last) }
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
