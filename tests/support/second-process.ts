import { type AppOptions, buildApp } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { memoryRateLimiter } from '#server/limits/rate-limiter.ts'
import { openLive } from '#server/live/open-live.ts'
import { atTheEnd } from './at-the-end.ts'

/** What a second process of the product has of its own, on the database of the first. */
export async function secondProcess(first: Context, options: AppOptions = {}) {
  const jobs = await createJobs(first.config.database_url ?? '', first.log)
  const live = await openLive(first.config, first.secret, first.log)
  const ctx: Context = { ...first, jobs, live, limiter: memoryRateLimiter() }
  const app = await buildApp(ctx, options)
  await app.ready()
  atTheEnd(async () => {
    await app.close()
    await live.close()
    await jobs.stop()
  })
  return { ctx, app }
}
