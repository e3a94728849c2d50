import type { Context } from '#server/context.ts'
import { trySend } from '#server/jobs/best-effort.ts'

/**
 * Publishes the live event and starts the mail job. Call it after the commit. A failure here is logged and does not
 * fail the request.
 */
export async function publishNotices(ctx: Pick<Context, 'jobs' | 'live' | 'log'>, user_ids: string[]): Promise<void> {
  if (user_ids.length === 0) return
  ctx.live.publish({ kind: 'notices_changed', user_ids })
  await trySend(ctx, 'mail_notices', {})
}
