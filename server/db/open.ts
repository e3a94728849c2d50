import path from 'node:path'
import type { Config } from '#server/config.ts'
import { connect, type Db } from './connect.ts'
import { findEmbedded, startEmbedded } from './embedded.ts'
import { type Migration, migrate } from './migrate.ts'
import { StartError } from './start-error.ts'

export interface Database {
  db: Db
  url: string
  close(): Promise<void>
}

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

type Place = Pick<Config, 'database_url' | 'data_dir'>

/** The database the configuration names, else the one that comes with the product; migrated either way. */
export async function openDatabase(config: Place, log: (line: string) => void): Promise<Database> {
  const database = await start(config, log)
  try {
    await migrate(database.db, MIGRATIONS)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** For a command: the database of a product that is running, else as `openDatabase`. */
export async function reachDatabase(config: Place): Promise<Database> {
  return (await findRunning(config)) ?? (await openDatabase(config, () => {}))
}

/** The same for a command that takes a database as it is: nothing is migrated. */
export async function reachDatabaseAsItIs(config: Place): Promise<Database> {
  const database = (await findRunning(config)) ?? (await start(config, () => {}))
  try {
    await database.db`select`
  } catch (error) {
    await database.close()
    throw new StartError(`The database cannot be used: ${error instanceof Error ? error.message : error}.`)
  }
  return database
}

/** Brings an empty database to where another one was, for rows that come from there. */
export async function migrateUpTo(db: Db, migrations: Migration[]): Promise<void> {
  await migrate(db, MIGRATIONS, migrations)
}

async function start(config: Place, log: (line: string) => void): Promise<Database> {
  const embedded =
    config.database_url === undefined ? await startEmbedded({ dataDir: config.data_dir, log }) : undefined
  const url = config.database_url ?? embedded?.url ?? ''
  const db = connect(url)
  async function close(): Promise<void> {
    await db.end({ timeout: 5 })
    await embedded?.stop()
  }
  return { db, url, close }
}

async function findRunning(config: Place): Promise<Database | undefined> {
  const url = config.database_url === undefined ? await findEmbedded(config.data_dir) : undefined
  if (url === undefined) return undefined
  const db = connect(url)
  return { db, url, close: () => db.end({ timeout: 5 }) }
}
