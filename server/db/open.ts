import path from 'node:path'
import type { Config } from '#server/config.ts'
import { connect, type Db } from './connect.ts'
import { findEmbedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export interface Database {
  db: Db
  url: string
  close(): Promise<void>
}

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/** The database the configuration names, else the one that comes with the product; migrated either way. */
export async function openDatabase(
  config: Pick<Config, 'database_url' | 'data_dir'>,
  log: (line: string) => void,
): Promise<Database> {
  const embedded =
    config.database_url === undefined ? await startEmbedded({ dataDir: config.data_dir, log }) : undefined
  const url = config.database_url ?? embedded?.url ?? ''
  const db = connect(url)
  async function close(): Promise<void> {
    await db.end({ timeout: 5 })
    await embedded?.stop()
  }
  try {
    await migrate(db, MIGRATIONS)
  } catch (error) {
    await close()
    throw error
  }
  return { db, url, close }
}

/** For a command: the database of a product that is running, else as `openDatabase`. */
export async function reachDatabase(config: Pick<Config, 'database_url' | 'data_dir'>): Promise<Database> {
  const url = config.database_url === undefined ? await findEmbedded(config.data_dir) : undefined
  if (url === undefined) return await openDatabase(config, () => {})
  const db = connect(url)
  return { db, url, close: () => db.end({ timeout: 5 }) }
}
