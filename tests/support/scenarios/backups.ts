import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { listBackupTables } from '#server/db/table-rows.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database/postgres.ts'
import { runCommandHere } from '#tests/support/processes/run-command.ts'
import { runScript } from '#tests/support/processes/run-script.ts'
import type { World } from '#tests/support/world.ts'
import { backupProgram } from '../../../scripts/backup.ts'
import { restoreProgram } from '../../../scripts/restore.ts'

type Settings = Record<string, string>

export const backUp = (settings: Settings, ...args: string[]) => runCommandHere(backupProgram, args, settings)
export const restore = (settings: Settings, ...args: string[]) => runCommandHere(restoreProgram, args, settings)

/** As programs of their own, as an operator runs them. */
export const backUpAlone = (settings: Settings, ...args: string[]) => runScript('scripts/backup.ts', args, settings)
export const restoreAlone = (settings: Settings, ...args: string[]) => runScript('scripts/restore.ts', args, settings)

export function settingsOf({ ctx: { config } }: World): { DATABASE_URL: string; DATA_DIR: string } {
  return { DATABASE_URL: config.database_url ?? '', DATA_DIR: config.data_dir }
}

/** Empty databases and folders for the backups and products of one test file. They are deleted after its tests. */
export async function scratchPlaces() {
  const scratch = await mkdtemp(path.join(tmpdir(), 'loge-backup-'))
  const databases: TestDatabase[] = []
  afterAll(async () => {
    await rm(scratch, { recursive: true, force: true })
    for (const database of databases) await database.drop()
  })

  async function emptyDatabase(): Promise<string> {
    const database = await createEmptyDatabase()
    databases.push(database)
    return database.url
  }

  /** A path at which nothing exists yet. */
  const newFolder = () => path.join(scratch, randomUUID())
  const emptyInstallation = async () => ({ DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() })
  return { scratch, newFolder, emptyDatabase, emptyInstallation }
}

/** Reads every row of every table that a backup contains, as text. */
export async function rowsIn(url: string): Promise<Record<string, string[]>> {
  const db = connect(url, { max: 1 })
  const tables: Record<string, string[]> = {}
  for (const { name } of await listBackupTables(db)) {
    const rows = await db<{ line: string }[]>`select r::text as line from ${db(name)} r order by 1`
    tables[name] = rows.map(({ line }) => line)
  }
  await db.end()
  return tables
}
