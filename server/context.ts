import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { openDatabase, type ProductDatabase } from './db/open.ts'
import { openReplica, type Replica } from './db/replica.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { type Limits, openLimits } from './limits/open-limits.ts'
import type { Live } from './live/live.ts'
import { openLive } from './live/open-live.ts'
import { createLog, type Log } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createMedia, type Media } from './media/media.ts'
import { openSeal } from './open-seal.ts'
import { openProvider } from './payments/open-provider.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { openPayoutProvider } from './payouts/open-payout-provider.ts'
import type { PayoutProvider } from './payouts/provider.ts'
import type { PushSender } from './push/sender.ts'
import { createWebPush } from './push/web-push.ts'
import { createSeal, type Seal } from './seal.ts'
import { bareAddress } from './setting-values.ts'
import { findFactorKeys, findPushKey, findSigningSecret } from './store/secrets.ts'

/** The dependencies of all code as one plain object (dependency injection). Code reads the time from `now()` only. */
export interface Context {
  config: Config
  db: Db
  /** The database for jobs, if the one for requests has timeouts. */
  background?: Db | undefined
  /** Only for `readList`. */
  replica?: Replica | undefined
  jobs: Jobs
  mail: Mailer
  media: Media
  /** Undefined while nothing can be bought. */
  payments?: PaymentProvider | undefined
  /** Undefined while the operator pays by hand, and while nobody is paid. */
  payouts?: PayoutProvider | undefined
  /** Sends to the browsers of people who are away. */
  push: PushSender
  /** Encrypts who creators are. Undefined while nobody is verified here. */
  seal?: Seal | undefined
  /** Encrypts the secrets of authenticator apps. Everybody can link one, so it is always there. */
  factor_seal: Seal
  /** The key for tickets and signed URLs; the same in every process. */
  secret: Buffer
  /** The bus for live events. */
  live: Live
  log: Log
  limiter: Limits['limiter']
  /** The open live sockets of each user, in all processes. */
  places: Limits['places']
  now: () => Date
  /** The base URL of links in mails: PUBLIC_URL, or the address on which the server listens. */
  origin: () => string
}

/** The part of a context that opens no connections, for commands that have a database already. */
export function createTools(config: Config, log: Log): Pick<Context, 'config' | 'log' | 'mail' | 'media' | 'now'> {
  return {
    config,
    log,
    mail: createMailer(config, log),
    media: createMedia(config, log),
    now: () => new Date(),
  }
}

/** What a test or a benchmark replaces. The rest is that of the product. */
interface ContextOverrides
  extends Partial<Pick<Context, 'log' | 'media' | 'now' | 'origin' | 'payments' | 'payouts' | 'push' | 'seal'>> {
  database?: ProductDatabase
  /** Where the sandbox listens, if it has chosen its port itself. */
  sandbox_url?: string | undefined
}

export interface OpenContext extends Context {
  /** Closes everything that was opened, in reverse order. */
  close(): Promise<void>
}

/** The only function that makes a `Context`, also for tests and benchmarks. If it fails, it closes what it has opened. */
export async function createContext(config: Config, overrides: ContextOverrides = {}): Promise<OpenContext> {
  const { log = createLog(config), database: given, sandbox_url, ...rest } = overrides
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closeOne of closing.splice(0)) await closeOne()
  }
  try {
    const database = given ?? (await openDatabase(config, log))
    closing.unshift(() => database.close())
    const replica = openReplica(config, database.db, log)
    closing.unshift(async () => replica?.close())
    const jobs = await createJobs(database.url, log)
    closing.unshift(() => jobs.stop())
    const secret = await findSigningSecret(database.db, config)
    const [live, limits] = await Promise.all([openLive(config, secret, log), openLimits(config, secret, log)])
    closing.unshift(() => Promise.all([live.close(), limits.close()]))
    const payments = rest.payments ?? (await openProvider(config, sandbox_url))
    const payouts = rest.payouts ?? (await openPayoutProvider(config, sandbox_url))
    const push = rest.push ?? createWebPush({ private_key: await findPushKey(database.db), contact: contactOf(config) })
    return {
      ...createTools(config, log),
      db: database.db,
      background: database.background,
      replica,
      jobs,
      payments,
      payouts,
      push,
      seal: openSeal(config),
      factor_seal: createSeal(await findFactorKeys(database.db, config)),
      secret,
      live,
      limiter: limits.limiter,
      places: limits.places,
      origin: () => config.public_url ?? '',
      ...rest,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** How the operator of a push service reaches the operator of this product. */
function contactOf({ public_url, mail_from }: Config): string {
  return public_url?.startsWith('https:') ? public_url : `mailto:${bareAddress(mail_from)}`
}
