import type { Context } from '#server/context.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { newId } from '#server/store/ids.ts'
import { takeEnds } from '#server/store/subscriptions/ends.ts'

/** Tells fans three days before a subscription ends that does not renew. The mark and the notice are one transaction. */
export async function tellTicketEnds(ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>): Promise<void> {
  const now = ctx.now()
  const told = await ctx.db.begin(async (db) =>
    notify(
      db,
      (await takeEnds(db, now)).map(({ fan_id, creator_id, ends_at }) => ({
        id: newId(now),
        user_id: fan_id,
        kind: 'ticket_ends' as const,
        about_id: creator_id,
        details: { creator_id, expires_at: ends_at.toISOString() },
        created_at: now,
      })),
    ),
  )
  await publishNotices(ctx, [...new Set(told)])
}
