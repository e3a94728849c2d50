import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { Live } from './live/live.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Media } from './media/media.ts'

/** Everything the server works with, as one plain object that is made once and handed on. Time is `now()`. */
export interface Context {
  config: Config
  db: Db
  /** What jobs use in its place, where requests are bound to time limits. */
  background?: Db | undefined
  jobs: Jobs
  mail: Mailer
  media: Media
  /** What tickets are signed with; the same in every process. */
  secret: Buffer
  /** Tells every open page what has just happened. */
  live: Live
  log: Log
  limiter: RateLimiter
  now: () => Date
  /** Where links in mails lead: PUBLIC_URL, or the address the server listens on. */
  origin: () => string
}
