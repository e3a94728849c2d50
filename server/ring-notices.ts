import type { Context } from './context.ts'

/** Once their notices are committed: open pages look, and the mails go out. Should this fail, the schedule mails them. */
export async function ringNotices(ctx: Pick<Context, 'jobs' | 'live'>, user_ids: string[]): Promise<void> {
  if (user_ids.length === 0) return
  ctx.live.publish({ kind: 'notices_changed', user_ids })
  await ctx.jobs.send('mail_notices', {})
}
