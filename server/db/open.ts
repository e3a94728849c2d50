import path from 'node:path'
import type { Config } from '#server/config.ts'
import { connect, type Db } from './connect.ts'
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts'
import { type Migration, migrate } from './migrate.ts'
import { NO_TIMEOUTS, prepareRequestRole } from './request-role.ts'
import { StartError } from './start-error.ts'

export interface Database {
  db: Db
  url: string
  close(): Promise<void>
}

/** What the product itself works with. */
export interface ProductDatabase extends Database {
  /** For jobs, where requests are bound to time limits that jobs are not. */
  background: Db | undefined
}

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

type Place = Pick<Config, 'database_url' | 'data_dir'>

/** A little longer than it takes to find out that nobody answers at all. */
const ANSWERS_WITHIN_MS = 15_000

/** So many jobs talk to the database at once. */
const BACKGROUND_CONNECTIONS = 4

/**
 * The database the configuration names, else the one that comes with the product; migrated either way. The one that comes
 * along is used through a role that cannot change tables; `url` is the owner's, for the job queue.
 */
export async function openDatabase(config: Place, log: (line: string) => void): Promise<ProductDatabase> {
  const { embedded, ...owned } = await startMigrated(config, log)
  if (!embedded) return { ...owned, background: undefined }
  const { url, password } = embedded.requests
  try {
    await prepareRequestRole(owned.db, password)
  } catch (error) {
    await owned.close()
    throw error
  }
  await owned.db.end({ timeout: 5 })
  const db = connect(url)
  const background = connect(url, {
    max: BACKGROUND_CONNECTIONS,
    application_name: 'loge background',
    settings: NO_TIMEOUTS,
  })
  return {
    db,
    background,
    url: owned.url,
    async close() {
      await Promise.all([db.end({ timeout: 5 }), background.end({ timeout: 5 })])
      await embedded.stop()
    },
  }
}

/** For a command, with all rights: the database of a product that is running, else the one it would start. */
export async function reachDatabase(config: Place): Promise<Database> {
  return (await findRunning(config)) ?? (await startMigrated(config, () => {}))
}

/** The same for a command that takes a database as it is: nothing is migrated. */
export async function reachDatabaseAsItIs(config: Place): Promise<Database> {
  return (await findRunning(config)) ?? (await start(config, () => {}))
}

/** Brings an empty database to where another one was, for rows that come from there. */
export async function migrateUpTo(db: Db, migrations: Migration[]): Promise<void> {
  await migrate(db, MIGRATIONS, migrations)
}

async function startMigrated(config: Place, log: (line: string) => void): Promise<OwnedDatabase> {
  const database = await start(config, log)
  try {
    await migrate(database.db, MIGRATIONS)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** As its owner sees it. */
interface OwnedDatabase extends Database {
  embedded: Embedded | undefined
}

async function start(config: Place, log: (line: string) => void): Promise<OwnedDatabase> {
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
  } catch (error) {
    await db.end({ timeout: 0 })
    await embedded?.stop()
    throw error
  }
  return { db, url, close, embedded }
}

/** A web server that is asked for a database hangs up in its own words, and postgres.js asks it again, for ever. */
export async function waitForAnswer(db: Db, within_ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('what answers there is no PostgreSQL')), within_ms)
  try {
    await Promise.race([db`select`, late])
  } catch (error) {
    throw new StartError(`The database cannot be used: ${error instanceof Error ? error.message : error}.`)
  } finally {
    clearTimeout(timer)
  }
}

async function findRunning(config: Place): Promise<Database | undefined> {
  const url = config.database_url === undefined ? await findEmbedded(config.data_dir) : undefined
  if (url === undefined) return undefined
  const db = connect(url)
  return { db, url, close: () => db.end({ timeout: 5 }) }
}
