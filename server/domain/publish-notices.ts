import type { Context } from '#server/context.ts'
import { sendAnyway } from '#server/jobs/send-anyway.ts'

/** Once their notices are committed: open pages look, and the mails go out. What was done stays done if this fails. */
export async function publishNotices(ctx: Pick<Context, 'jobs' | 'live' | 'log'>, user_ids: string[]): Promise<void> {
  if (user_ids.length === 0) return
  ctx.live.publish({ kind: 'notices_changed', user_ids })
  await sendAnyway(ctx, 'mail_notices', {})
}
