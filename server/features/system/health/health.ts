import type { Locale } from '#contract/accounts.ts'
import { HEALTH_CHECKS, type Health, type HealthCheckName } from '#contract/system.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import {
  checkBackup,
  checkDatabase,
  checkJobs,
  checkMigrations,
  checkPooler,
  checkProcesses,
} from './database-checks.ts'
import { describe, type Finding, reasonOf } from './finding.ts'
import {
  checkClock,
  checkDisk,
  checkMail,
  checkMedia,
  checkPayments,
  checkPayouts,
  checkRedis,
  checkSeal,
  checkSettings,
  checkStaffFactors,
} from './service-checks.ts'

/** How long a check waits for a connection or an answer. */
export const CHECK_WAIT_MS = 4000
/** How long a check may take as a whole. */
const CHECK_MAX_MS = 10_000
/** The page may be open in many windows, so that its result is cached for this time. */
const REMEMBER_MS = 5000

export interface HealthContext
  extends Pick<Context, 'config' | 'media' | 'mail' | 'now' | 'payments' | 'payouts' | 'seal'> {
  /** Undefined if the embedded database does not run. */
  db: Db | undefined
  /** Only in a server process. */
  live?: Context['live']
}

/** All findings of one moment, before they are put into words. */
export interface Diagnosis {
  checked_at: Date
  findings: ReadonlyMap<HealthCheckName, Finding>
}

/** Runs all checks side by side. None of them throws or waits for ever, so that one broken part hides no other. */
export async function diagnose(ctx: HealthContext): Promise<Diagnosis> {
  const { config, now } = ctx
  const { redis_url } = config
  const database = bounded(async () => (ctx.db ? await checkDatabase(ctx.db) : { found: 'database_not_started' }))
  /** The database, if it answers. */
  const usable = database.then(({ found }) => (UNUSABLE.includes(found) ? undefined : ctx.db))
  const withDatabase = (check: (db: Db) => Promise<Finding>) =>
    usable.then((db) => (db ? bounded(() => check(db)) : { found: 'not_checked' as const }))
  const checks: Readonly<Record<HealthCheckName, Promise<Finding>>> = {
    settings: bounded(async () => checkSettings(config.in_force)),
    database,
    pooler: withDatabase(() => checkPooler(config.database_url)),
    migrations: withDatabase((db) => checkMigrations(db, config.migrate)),
    redis: bounded(() => checkRedis(redis_url, CHECK_WAIT_MS)),
    processes: withDatabase((db) => checkProcesses(db, ctx.live)),
    media: usable.then((db) => bounded(() => checkMedia(ctx, db))),
    mail: bounded(() => checkMail(ctx)),
    payments: bounded(() => checkPayments(ctx)),
    payouts: withDatabase((db) => checkPayouts(db, ctx)),
    seal: withDatabase((db) => checkSeal(db, ctx)),
    second_factors: withDatabase((db) => checkStaffFactors(db, config)),
    clock: usable.then((db) => bounded(() => checkClock({ now, db, redis_url, wait_ms: CHECK_WAIT_MS }))),
    disk: bounded(() => checkDisk(config.data_dir)),
    jobs: withDatabase(checkJobs),
    backup: withDatabase((db) => checkBackup(db, { now: now(), isDemo: config.demo })),
  }
  const found = await Promise.all(HEALTH_CHECKS.map(async (name) => [name, await checks[name]] as const))
  return { checked_at: now(), findings: new Map(found) }
}

const UNUSABLE: readonly Finding['found'][] = ['database_away', 'database_not_started', 'late', 'broken']

/** A check that takes too long or throws is a finding too. */
export async function bounded(check: () => Promise<Finding>, max_ms = CHECK_MAX_MS): Promise<Finding> {
  const { promise: late, resolve } = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => resolve({ found: 'late', values: { seconds: max_ms / 1000 } }), max_ms)
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return { found: 'broken', values: { reason: reasonOf(error) } }
  } finally {
    clearTimeout(timer)
  }
}

export function report(
  { checked_at, findings }: Diagnosis,
  { settings, secrets }: Pick<Config['in_force'], 'settings' | 'secrets'>,
  locale: Locale,
): Health {
  const checks = [...findings].map(([name, finding]) => describe(name, finding, { locale, secrets }))
  return { checked_at: checked_at.toISOString(), checks, settings }
}

/** A function that runs the checks, at most once in this time, however often it is called. */
export function rememberDiagnosis(ctx: HealthContext): () => Promise<Diagnosis> {
  let latest: { at: number; diagnosis: Promise<Diagnosis> } | undefined
  return async () => {
    const at = ctx.now().getTime()
    if (!latest || at - latest.at >= REMEMBER_MS) latest = { at, diagnosis: diagnose(ctx) }
    return await latest.diagnosis
  }
}
