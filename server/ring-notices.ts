import type { Context } from './context.ts'

/** Once their notices are committed: open pages look, and the mails go out. What was done stays done if this fails. */
export async function ringNotices(ctx: Pick<Context, 'jobs' | 'live' | 'log'>, user_ids: string[]): Promise<void> {
  if (user_ids.length === 0) return
  ctx.live.publish({ kind: 'notices_changed', user_ids })
  try {
    await ctx.jobs.send('mail_notices', {})
  } catch (error) {
    ctx.log.warn({ err: error }, 'notices are mailed later, when the schedule comes to it')
  }
}
