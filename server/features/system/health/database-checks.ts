import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { findMigrationState } from '#server/db/open.ts'
import { findPooler } from '#server/db/pooler.ts'
import { StartError } from '#server/db/start-error.ts'
import { findDatabaseFacts, findLastBackup, findQueueFacts } from '#server/store/health.ts'
import { listProcesses } from '#server/store/processes.ts'
import { type Finding, reasonOf } from './finding.ts'

const SLOW_MS = 100
/** The share of the connections in use that is too much. */
const CROWDED = 0.85
/** A process writes a heartbeat every 1.5 s; after three that are missing it is gone. */
const ALIVE_MS = 5000
const JOBS_MAX = 10_000
const LATE_JOB_S = 5 * 60
const OLD_BACKUP_MS = 7 * DAY_MS

export async function checkDatabase(db: Db): Promise<Finding> {
  try {
    await db`select`
    const before = performance.now()
    await db`select`
    const ms = Math.round(performance.now() - before)
    const facts = await findDatabaseFacts(db)
    const { version, role, connections: used, max_connections: max } = facts
    const values = { version, role, used, max, ms }
    if (facts.is_standby || facts.is_read_only) return { found: 'database_standby', values }
    if (used > CROWDED * max) return { found: 'database_crowded', values }
    return { found: ms > SLOW_MS ? 'database_slow' : 'database_ok', values }
  } catch (error) {
    return { found: 'database_away', values: { reason: reasonOf(error) } }
  }
}

export async function checkPooler(database_url: string | undefined): Promise<Finding> {
  const kind = database_url === undefined ? 'none' : await findPooler(database_url)
  return { found: ({ none: 'pooler_none', keeps: 'pooler_ok', mixes: 'pooler_mixes' } as const)[kind] }
}

export async function checkMigrations(db: Db, isApplied: boolean): Promise<Finding> {
  try {
    const { applied, missing, newer } = await findMigrationState(db)
    if (missing.length > 0) return { found: isApplied ? 'migrations_missing' : 'migrations_refused', details: missing }
    if (newer.length > 0) return { found: 'migrations_newer', details: newer }
    return { found: 'migrations_ok', values: { count: applied } }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { found: 'migrations_foreign', values: { reason: error.message } }
  }
}

/** The command line cannot hear the others. It only compares what they say of themselves. */
export async function checkProcesses(db: Db, live: Context['live'] | undefined): Promise<Finding> {
  const rows = await listProcesses(db, ALIVE_MS)
  const values = { count: rows.length }
  if (rows.length === 0) return { found: 'processes_none' }
  const isAlone = rows.length > 1 && rows.some(({ reach }) => reach === 'process')
  const isUnheard = live?.isConnected() && rows.some(({ id }) => id !== live.process_id && !live.hears(id))
  return { found: isAlone || isUnheard ? 'processes_deaf' : 'processes_ok', values }
}

export async function checkJobs(db: Db): Promise<Finding> {
  const facts = await findQueueFacts(db, JOBS_MAX)
  if (!facts) return { found: 'jobs_unused' }
  const { waiting, oldest_waiting_s, schedules } = facts
  const failed = facts.failed.reduce((sum, { count }) => sum + count, 0)
  const details = [
    ...facts.failed.map(({ name, count }) => `${name}: ${count} × failed`),
    ...schedules.map(({ name, last_at }) => `${name}: ${last_at?.toISOString() ?? '–'}`),
  ]
  if (oldest_waiting_s !== null && oldest_waiting_s > LATE_JOB_S)
    return { found: 'jobs_late', values: { waiting, minutes: Math.floor(oldest_waiting_s / 60) }, details }
  return { found: failed > 0 ? 'jobs_failed' : 'jobs_ok', values: { waiting, failed }, details }
}

export async function checkBackup(db: Db, { now, isDemo }: { now: Date; isDemo: boolean }): Promise<Finding> {
  const last = await findLastBackup(db)
  if (!last) return { found: isDemo ? 'backup_demo' : 'backup_none' }
  const values = { at: last.taken_at.toISOString() }
  return {
    found: now.getTime() - last.taken_at.getTime() > OLD_BACKUP_MS ? 'backup_old' : 'backup_ok',
    values,
    details: last.has_media ? [] : ['--database-only'],
  }
}
