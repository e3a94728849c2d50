import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { connect, type Db } from './connect.ts'
import { type Embedded, findEmbedded, startEmbedded } from './embedded/embedded.ts'
import { compareMigrations, listPending, type MigrationState, migrate } from './migrate.ts'
import type { Migration } from './migration-files.ts'
import { refuseOldPooler } from './pooler.ts'
import { NO_TIMEOUTS, prepareRequestRole, REQUEST_TIMEOUTS } from './request-role.ts'
import { databaseUnusable, StartError } from './start-error.ts'

export interface Database {
  db: Db
  url: string
  close(): Promise<void>
}

/** The database of the server process. */
export interface ProductDatabase extends Database {
  /** A pool without timeouts for jobs. Undefined in tests. */
  background: Db | undefined
}

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

type DatabaseConfig = Pick<Config, 'database_url' | 'data_dir' | 'migrate'>
type DatabaseLog = Pick<Log, 'debug' | 'warn'>

/** Commands print only what an operator has to know. */
const COMMAND_LOG: DatabaseLog = { debug: () => {}, warn: (line: string) => console.error(line) }

/** How long the first answer may take at the start. */
const ANSWERS_WITHIN_MS = 10_000

/** The pool sizes. With the two connections of the job queue a process has at most 22. */
const REQUEST_CONNECTIONS = 16
const BACKGROUND_CONNECTIONS = 4

/**
 * How long a request waits for the answer to a statement. It is longer than `statement_timeout`, so a server that is
 * alive has answered before: after this time the connection is dead, or the server hangs.
 */
const ANSWER_MS = 12_000
/** How long a request waits for a connection. With the answer a statement takes at most 17 s. */
const CONNECT_MS = 5_000

/**
 * Opens the database of `DATABASE_URL`, or else starts the embedded one, and runs the migrations. Requests use the embedded
 * database through a role that cannot change tables; `url` is the URL of the owner role, for the job queue.
 */
export async function openDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<ProductDatabase> {
  const { embedded, ...owned } = await startMigrated(config, log)
  try {
    if (embedded) await prepareRequestRole(owned.db, embedded.requests.password)
  } catch (error) {
    await owned.close()
    throw error
  }
  await owned.db.end({ timeout: 5 })
  const url = embedded?.requests.url ?? owned.url
  const background = connect(url, {
    max: BACKGROUND_CONNECTIONS,
    application_name: 'loge background',
    settings: NO_TIMEOUTS,
  })
  const db = connect(url, {
    max: REQUEST_CONNECTIONS,
    settings: REQUEST_TIMEOUTS,
    connect_ms: CONNECT_MS,
    answer_ms: ANSWER_MS,
    onStuck: () => background.giveUp(),
  })
  return {
    db,
    background,
    url: owned.url,
    async close() {
      await Promise.all([db.end({ timeout: 5 }), background.end({ timeout: 5 })])
      await embedded?.stop()
    },
  }
}

/** Opens the database for a command, as the owner role: connects to that of a running server, or else starts it. */
export async function reachDatabase(config: DatabaseConfig): Promise<Database> {
  return (await findRunning(config)) ?? (await startMigrated(config, COMMAND_LOG))
}

/** Like `reachDatabase`, but never runs migrations. */
export async function reachDatabaseUnmigrated(config: DatabaseConfig): Promise<Database> {
  return (await findRunning(config)) ?? (await start(config, COMMAND_LOG))
}

/** Migrates an empty database to the version of another one, so that its rows can be restored. */
export async function migrateUpTo(url: string, migrations: Migration[]): Promise<void> {
  await migrate(url, MIGRATIONS, { up_to: migrations })
}

/** Applies what the database lacks. Returns the names of what it lacked. */
export async function migrateNow(url: string, log: (line: string) => void): Promise<string[]> {
  const pending = await listPendingMigrations(url)
  await migrate(url, MIGRATIONS, { log })
  return pending
}

export async function listPendingMigrations(url: string): Promise<string[]> {
  return await listPending(url, MIGRATIONS)
}

export async function findMigrationState(db: Db): Promise<MigrationState> {
  return await compareMigrations(db, MIGRATIONS)
}

async function startMigrated(config: DatabaseConfig, log: DatabaseLog): Promise<OwnedDatabase> {
  const database = await start(config, log)
  try {
    if (!config.migrate) await refuseOldSchema(database.url)
    await migrate(database.url, MIGRATIONS, { log: (line) => log.warn(line) })
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** `MIGRATE=off`: a job of the deployment applies migrations before the processes start. */
async function refuseOldSchema(url: string): Promise<void> {
  const [missing] = await listPendingMigrations(url)
  if (missing === undefined) return
  throw new StartError(
    `This database lacks migration ${missing}, and MIGRATE is off: run \`npm run migrate\` first, or remove MIGRATE.`,
  )
}

/** A connection with the owner role. */
interface OwnedDatabase extends Database {
  embedded: Embedded | undefined
}

async function start(config: DatabaseConfig, log: DatabaseLog): Promise<OwnedDatabase> {
  const embedded =
    config.database_url === undefined
      ? await startEmbedded({ dataDir: config.data_dir, log: (line) => log.debug(line) })
      : undefined
  const url = config.database_url ?? embedded?.url ?? ''
  const db = connect(url)
  async function close(): Promise<void> {
    await db.end({ timeout: 5 })
    await embedded?.stop()
  }
  try {
    await waitForAnswer(db, ANSWERS_WITHIN_MS)
    if (!embedded) await refuseOldPooler(url)
  } catch (error) {
    await db.end({ timeout: 0 })
    await embedded?.stop()
    throw error
  }
  return { db, url, close, embedded }
}

/** Waits for the first answer, with a timeout: another service at that address may accept connections and stay silent. */
export async function waitForAnswer(db: Db, within_ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error('the server at that address does not answer like PostgreSQL')),
    within_ms,
  )
  try {
    // Not prepared: an old pooler would refuse it at the second start, before it is recognised as one.
    await Promise.race([db.unsafe('select'), late])
  } catch (error) {
    throw databaseUnusable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** For the health check: a short wait, and nothing is started. Undefined if the embedded database does not run. */
export async function openForHealthCheck(config: DatabaseConfig, wait_ms: number): Promise<Db | undefined> {
  const url = config.database_url ?? (await findEmbedded(config.data_dir))
  if (url === undefined) return undefined
  return connect(url, { max: 3, application_name: 'loge doctor', connect_ms: wait_ms, answer_ms: wait_ms })
}

async function findRunning(config: DatabaseConfig): Promise<Database | undefined> {
  const url = config.database_url === undefined ? await findEmbedded(config.data_dir) : undefined
  if (url === undefined) return undefined
  const db = connect(url)
  return { db, url, close: () => db.end({ timeout: 5 }) }
}
