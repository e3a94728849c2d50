import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { Context } from '../server/context.ts'
import { connect } from '../server/db/connect.ts'
import { createJobs } from '../server/jobs/jobs.ts'
import { memoryRateLimiter } from '../server/limits/rate-limiter.ts'
import { inProcessLive } from '../server/live/live.ts'
import { createLog } from '../server/log.ts'
import { createMailer } from '../server/mail/mailer.ts'
import { createMedia } from '../server/media/media.ts'
import { findSigningSecret } from '../server/store/secrets.ts'

/** The product's server as it is, but for one limit: here a few people may have as many sockets as a thousand have. */
const config = readConfig()
const url = config.database_url ?? ''
const log = createLog(config)
const db = connect(url)
const ctx: Context = {
  config,
  db,
  jobs: await createJobs(url, log),
  mail: createMailer(config, log),
  media: createMedia(config, log),
  secret: await findSigningSecret(db, config),
  live: inProcessLive(),
  log,
  limiter: memoryRateLimiter(),
  now: () => new Date(),
  origin: () => '',
}
const app = await buildApp(ctx, { cable_limits: { sockets_per_user: Number.POSITIVE_INFINITY } })
console.log(await app.listen({ port: config.port, host: config.host }))
process.on('SIGTERM', async () => {
  await app.close()
  await ctx.jobs.stop()
  await ctx.live.close()
  await db.end({ timeout: 1 })
  process.exit(0)
})
// What is no longer used is not what an idle socket costs.
process.on('SIGUSR2', () => globalThis.gc?.())
