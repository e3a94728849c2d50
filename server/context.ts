import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { openDatabase, type ProductDatabase } from './db/open.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { memoryRateLimiter, type RateLimiter } from './limits/rate-limiter.ts'
import type { Live } from './live/live.ts'
import { openLive } from './live/open-live.ts'
import { createLog, type Log } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createMedia, type Media } from './media/media.ts'
import { findSigningSecret } from './store/secrets.ts'

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

/** The part of a context that opens nothing: all that a command needs besides the database it is given. */
export function createTools(config: Config, log: Log): Pick<Context, 'config' | 'log' | 'mail' | 'media' | 'now'> {
  return {
    config,
    log,
    mail: createMailer(config, log),
    media: createMedia(config, log),
    now: () => new Date(),
  }
}

/** What a test or a benchmark brings along; whatever is left out is that of the product. */
interface ContextOverrides extends Partial<Pick<Context, 'log' | 'now' | 'origin'>> {
  database?: ProductDatabase
}

export interface OpenContext extends Context {
  /** Closes everything that was opened for it, the last first. */
  close(): Promise<void>
}

/** The only maker of a `Context`: for the product, the tests and the benchmarks alike. A start that fails leaves nothing open. */
export async function createContext(config: Config, overrides: ContextOverrides = {}): Promise<OpenContext> {
  const { log = createLog(config), database: given, ...rest } = overrides
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closeOne of closing.splice(0)) await closeOne()
  }
  try {
    const database = given ?? (await openDatabase(config, (line) => log.debug(line)))
    closing.unshift(() => database.close())
    const jobs = await createJobs(database.url, log)
    closing.unshift(() => jobs.stop())
    const secret = await findSigningSecret(database.db, config)
    const live = await openLive(config, secret, log)
    closing.unshift(() => live.close())
    return {
      ...createTools(config, log),
      db: database.db,
      background: database.background,
      jobs,
      secret,
      live,
      limiter: memoryRateLimiter(),
      origin: () => config.public_url ?? '',
      ...rest,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
