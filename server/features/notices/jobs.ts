import type { Context } from '#server/context.ts'

export function handleNoticeJobs(ctx: Context): void {
  ctx.jobs.handle('mail_notices', async () => {})
}
