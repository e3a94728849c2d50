import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { createTools } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { reachDatabaseUnmigrated } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'
import { createLog } from '#server/log.ts'
import { recordBackup } from '#server/store/health.ts'
import { type CommandLine, runCommand } from './command.ts'
import { takeBackup } from './take-backup.ts'

const USAGE = `Usage:
  npm run backup -- FOLDER
  npm run backup -- FOLDER --database-only`

async function backUp(db: Db, config: Config, target: string, has_media: boolean): Promise<number> {
  const folder = path.resolve(process.env.INIT_CWD ?? '.', target)
  if (existsSync(folder)) throw new StartError(`${folder} already exists: choose a folder that does not exist.`)
  if ((await listMigrations(db)).length === 0)
    throw new StartError(
      'This database has never been used by Loge, so there is nothing to back up: check DATABASE_URL and DATA_DIR.',
    )
  const { store } = createTools(config, createLog({ log_level: 'silent' })).media
  const { tables, files, lost_files, taken_at } = await takeBackup(db, has_media ? store : undefined, folder)
  await recordBackup(db, { taken_at: new Date(taken_at), has_media }).catch(({ message }: Error) =>
    console.error(`The backup is complete, but its time could not be recorded for npm run doctor: ${message}.`),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const media = has_media ? `${files} media files` : 'no media files'
  console.log(`The backup in ${folder} has ${rows} rows of ${tables.length} tables, and ${media}.`)
  if (lost_files.length > 0)
    console.error(`${lost_files.length} files are missing in the media store: backup.json lists them.`)
  return 0
}

/** What the command understands. */
export const backupProgram: CommandLine = {
  usage: USAGE,
  read([folder, option, ...rest]) {
    if (!folder || folder.startsWith('-') || rest.length > 0) return undefined
    if (option !== undefined && option !== '--database-only') return undefined
    return (db, config) => backUp(db, config, folder, option === undefined)
  },
  reach: reachDatabaseUnmigrated,
}

if (import.meta.main) process.exitCode = await runCommand(backupProgram)
