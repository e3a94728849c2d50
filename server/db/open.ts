import path from 'node:path'
import type { Config } from '#server/config.ts'
import { connect, type Db } from './connect.ts'
import { type Embedded, findEmbedded, startEmbedded } from './embedded/embedded.ts'
import { type Migration, migrate } from './migrate.ts'
import { refuseOldPooler } from './pooler.ts'
import { NO_TIMEOUTS, prepareRequestRole, REQUEST_TIMEOUTS } from './request-role.ts'
import { databaseUnusable } from './start-error.ts'

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

type DatabaseConfig = Pick<Config, 'database_url' | 'data_dir'>

/** A little longer than the connection timeout of the pool. */
const ANSWERS_WITHIN_MS = 15_000

/** The pool sizes. With the two connections of the job queue a process has at most 22. */
const REQUEST_CONNECTIONS = 16
const BACKGROUND_CONNECTIONS = 4

/**
 * How long a request waits for the answer to a statement. It is longer than `statement_timeout`, so a server that is
 * alive has answered before: after this time the connection is dead, or the server hangs.
 */
const ANSWER_MS = 12_000
/** How long a request waits for a connection. With the answer it waits for the database for at most 17 s. */
const CONNECT_MS = 5_000

/**
 * Opens the database of `DATABASE_URL`, or else starts the embedded one, and runs the migrations. Requests use the embedded
 * database through a role that cannot change tables; `url` is the URL of the owner role, for the job queue.
 */
export async function openDatabase(config: DatabaseConfig, log: (line: string) => void): Promise<ProductDatabase> {
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
  return (await findRunning(config)) ?? (await startMigrated(config, () => {}))
}

/** Like `reachDatabase`, but never runs migrations. */
export async function reachDatabaseUnmigrated(config: DatabaseConfig): Promise<Database> {
  return (await findRunning(config)) ?? (await start(config, () => {}))
}

/** Migrates an empty database to the version of another one, so that its rows can be restored. */
export async function migrateUpTo(db: Db, migrations: Migration[]): Promise<void> {
  await migrate(db, MIGRATIONS, migrations)
}

async function startMigrated(config: DatabaseConfig, log: (line: string) => void): Promise<OwnedDatabase> {
  const database = await start(config, log)
  try {
    await migrate(database.db, MIGRATIONS)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** A connection with the owner role. */
interface OwnedDatabase extends Database {
  embedded: Embedded | undefined
}

async function start(config: DatabaseConfig, log: (line: string) => void): Promise<OwnedDatabase> {
  const embedded =
    config.database_url === undefined ? await startEmbedded({ dataDir: config.data_dir, log }) : undefined
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
    await Promise.race([db`select`, late])
  } catch (error) {
    throw databaseUnusable(error)
  } finally {
    clearTimeout(timer)
  }
}

async function findRunning(config: DatabaseConfig): Promise<Database | undefined> {
  const url = config.database_url === undefined ? await findEmbedded(config.data_dir) : undefined
  if (url === undefined) return undefined
  const db = connect(url)
  return { db, url, close: () => db.end({ timeout: 5 }) }
}
