import { setTimeout as wait } from 'node:timers/promises'
import { buildIndexes } from './concurrent-indexes.ts'
import { connect, type Db, type Queryable, type Tx } from './connect.ts'
import { type Migration, type MigrationFile, plainStatements, readMigrations } from './migration-files.ts'
import { databaseUnusable, StartError } from './start-error.ts'

/** The key of the advisory lock: an arbitrary number that must never change. */
const LOCK_KEY = 0x4d494752

/**
 * How a migration waits for locks. A statement that waits for a table makes every later statement on that table wait behind
 * it. So it gives up soon, lets them pass, and is tried again.
 */
interface LockPolicy {
  /**
   * More than the second (`deadlock_timeout`) after which PostgreSQL cancels an autovacuum that is in the way, and less than
   * what people may notice of an upgrade.
   */
  lock_timeout_ms: number
  /** The pause before the second attempt: time for those who waited behind the first one. It doubles up to the longest one. */
  shortest_pause_ms: number
  longest_pause_ms: number
  give_up_ms: number
}

const LOCK_POLICY: LockPolicy = {
  lock_timeout_ms: 1_200,
  shortest_pause_ms: 2_000,
  longest_pause_ms: 8_000,
  give_up_ms: 10 * 60_000,
}

export interface MigrateOptions {
  /** Stops at the migrations of another database, so that its rows can be restored. */
  up_to?: Migration[]
  /** Is told what the migrations wait for, and that the database is newer than this version. */
  log?: (line: string) => void
  locks?: Partial<LockPolicy>
}

interface AppliedMigration extends Migration {
  runs_with: number | null
}

const BUSY_PAUSE_MS = 250

/** `busy`: another process holds the advisory lock. `more`: this was a step towards it. */
type Outcome = 'busy' | 'more' | 'applied'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'

/**
 * Runs the database migrations: applies each numbered file of a folder once. An advisory lock serialises processes that start
 * at the same time; a process that has nothing to apply does not wait for it. The lock belongs to a transaction, so that it
 * also works through a pooler. Applied files must be present and unchanged. Files of a newer version must allow this version.
 */
export async function migrate(url: string, folder: string, options: MigrateOptions = {}): Promise<void> {
  await usingConnections(url, async (db) => {
    const files = await filesUpTo(folder, options.up_to)
    const log = options.log ?? (() => {})
    for (;;) {
      const { next, newer } = compare(await listApplied(db), files, options.up_to !== undefined)
      for (const { name } of newer)
        log(`the database has migration ${name} of a newer version of Loge, which allows this version to run beside it`)
      if (!next) return
      await applyInTurn(db, files, next, { ...LOCK_POLICY, ...options.locks }, log)
    }
  })
}

/** The names of the migrations that `migrate` would apply. Refuses what it would refuse. */
export async function listPending(url: string, folder: string): Promise<string[]> {
  return await usingConnections(url, async (db) => (await compareMigrations(db, folder)).missing)
}

export interface MigrationState {
  applied: number
  /** What `migrate` would apply. */
  missing: string[]
  /** What a newer version has applied, which allows this one to run beside it. */
  newer: string[]
}

/** Refuses what `migrate` would refuse. */
export async function compareMigrations(db: Queryable, folder: string): Promise<MigrationState> {
  const files = await readMigrations(folder)
  const applied = await listApplied(db)
  const { newer } = compare(applied, files, false)
  return {
    applied: applied.length,
    missing: files.slice(applied.length).map(({ name }) => name),
    newer: newer.map(({ name }) => name),
  }
}

/** The applied migrations of this database; empty if no server has ever used it. */
export async function listMigrations(db: Queryable): Promise<Migration[]> {
  return (await listApplied(db)).map(({ name, sha256 }) => ({ name, sha256 }))
}

/** Two connections: one holds the advisory lock while the other builds an index. */
async function usingConnections<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 2, application_name: 'loge migrations' })
  try {
    return await work(db)
  } catch (error) {
    throw error instanceof StartError ? error : databaseUnusable(error)
  } finally {
    await db.end({ timeout: 5 })
  }
}

async function filesUpTo(folder: string, up_to: Migration[] | undefined): Promise<MigrationFile[]> {
  const known = await readMigrations(folder)
  if (up_to) refuseRewrittenHistory(up_to, known)
  return known.slice(0, up_to?.length)
}

/** `to_jsonb`, because databases of earlier versions have no column `runs_with`. */
async function listApplied(db: Queryable): Promise<AppliedMigration[]> {
  const [found] = await db<{ is_there: boolean }[]>`select to_regclass('migrations') is not null as is_there`
  if (!found?.is_there) return []
  return await db<AppliedMigration[]>`
    select name, sha256, (to_jsonb(migrations) ->> 'runs_with')::int as runs_with
    from migrations order by name collate "C"`
}

/** What is to be applied next, and what a newer version has applied. */
function compare(
  applied: AppliedMigration[],
  files: MigrationFile[],
  isExact: boolean,
): { next: MigrationFile | undefined; newer: AppliedMigration[] } {
  refuseRewrittenHistory(applied.slice(0, files.length), files)
  const newer = applied.slice(files.length)
  const own_number = files.at(-1)?.number ?? 0
  const refused = newer.find(({ runs_with }) => isExact || runs_with === null || runs_with > own_number)
  if (refused) throw unknownMigration(refused.name)
  return { next: files[applied.length], newer }
}

/** Applies one migration, or waits until another process has done it. */
async function applyInTurn(
  db: Db,
  files: MigrationFile[],
  next: MigrationFile,
  policy: LockPolicy,
  log: (line: string) => void,
): Promise<void> {
  let until = Date.now() + policy.give_up_ms
  let pause = policy.shortest_pause_ms
  let reported: string | undefined
  for (;;) {
    const outcome = await db
      .begin((tx) => attempt(db, tx, files, next, policy))
      .catch((error: unknown) => {
        if (isLockConflict(error)) return 'locked' as const
        throw error
      })
    if (outcome === 'applied') return
    if (outcome === 'more') {
      until = Date.now() + policy.give_up_ms
      pause = policy.shortest_pause_ms
      continue
    }
    const reason = outcome === 'busy' ? 'another process applies migrations' : await describeLock(db)
    if (Date.now() >= until)
      throw new StartError(
        `Migration ${next.name} could not be applied within ${policy.give_up_ms / 1000} s: ${reason}. Wait until that has ended, or end it, and start again.`,
      )
    if (reason !== reported) log(`migration ${next.name} waits: ${reason}`)
    reported = reason
    await wait(outcome === 'busy' ? BUSY_PAUSE_MS : pause)
    if (outcome === 'locked') pause = Math.min(pause * 2, policy.longest_pause_ms)
  }
}

function isLockConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED
}

/** For the operator, who may have forgotten an open transaction. */
async function describeLock(db: Queryable): Promise<string> {
  const [oldest] = await db<{ pid: number; name: string; seconds: number }[]>`
    select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
    order by xact_start limit 1`
  const used = 'a table is in use by another transaction'
  return oldest ? `${used}; the oldest is ${oldest.seconds} s old (pid ${oldest.pid}, ${oldest.name})` : used
}

async function attempt(
  db: Db,
  tx: Tx,
  files: MigrationFile[],
  next: MigrationFile,
  policy: LockPolicy,
): Promise<Outcome> {
  const [lock] = await tx<{ is_ours: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as is_ours`
  if (!lock?.is_ours) return 'busy'
  // A long migration is no mistake, and the lock must be held while an index is built on the other connection.
  await tx.unsafe(`
    set local lock_timeout = '${policy.lock_timeout_ms}ms';
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`)
  // Another process may have applied it since it was found.
  if (compare(await listApplied(tx), files, false).next?.name !== next.name) return 'applied'
  try {
    if ((await prepareMigrationsTable(tx)) || (await run(db, tx, next)) === 'more') return 'more'
  } catch (error) {
    if (isLockConflict(error)) throw error
    throw new StartError(`Migration ${next.name} failed: ${error instanceof Error ? error.message : error}.`)
  }
  await tx`
    insert into migrations (name, sha256, runs_with) values (${next.name}, ${next.sha256}, ${next.runs_with ?? null})`
  return 'applied'
}

async function run(db: Db, tx: Tx, { sql, transaction }: MigrationFile): Promise<'more' | 'applied'> {
  if (transaction === 'one') await tx.unsafe(sql)
  if (transaction === 'none') {
    // Building waits for every older snapshot. That of the last statement with parameters is kept until the next simple one.
    await tx.unsafe('select')
    await buildIndexes(db, sql)
  }
  return transaction === 'batches' && (await changeBatch(tx, sql)) > 0 ? 'more' : 'applied'
}

/** Runs the statement once. Returns how many rows it has changed. */
async function changeBatch(tx: Tx, sql: string): Promise<number> {
  const [statement, ...rest] = plainStatements(sql)
  if (statement === undefined || rest.length > 0)
    throw new Error('a migration in batches is one statement that changes rows, without `returning`')
  const [changed] = await tx.unsafe<{ rows: number }[]>(
    `with changed as (${statement} returning 1) select count(*)::int as rows from changed`,
  )
  return changed?.rows ?? 0
}

/**
 * Creates the table and its column if they are missing. True if it did: that is a transaction of its own, because it locks
 * the table, which other processes read when they start. Earlier versions use this table too, without the column.
 */
async function prepareMigrationsTable(tx: Tx): Promise<boolean> {
  const [found] = await tx`
    select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'runs_with'`
  if (found) return false
  await tx.unsafe(`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    );
    alter table migrations add column runs_with integer`)
  return true
}

function refuseRewrittenHistory(applied: Migration[], files: MigrationFile[]): void {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const file = files[index]
    if (file?.name === name && file.sha256 === sha256) continue
    if (file?.name === name) {
      throw new StartError(
        `Migration ${name} has changed since it was applied to this database: restore the original file.`,
      )
    }
    if (files.some((candidate) => candidate.name === name)) {
      throw new StartError(
        `Migration ${file?.name} comes before ${name}, which was already applied to this database: give it a higher number.`,
      )
    }
    throw unknownMigration(name)
  }
}

function unknownMigration(name: string): StartError {
  return new StartError(
    `This database has migration ${name}, which this version of Loge does not know: use a newer version of Loge, or set DATABASE_URL or DATA_DIR to another database.`,
  )
}
