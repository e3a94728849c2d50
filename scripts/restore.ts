import { randomUUID } from 'node:crypto'
import { copyFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import { createTools } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { type Database, migrateUpTo, reachDatabaseUnmigrated } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'
import { lockEmptyTables, rowsAtOnce, writeRows } from '#server/db/table-rows.ts'
import { OWNER_KEY } from '#server/domain/store-owner.ts'
import { ifAbsent } from '#server/error-codes.ts'
import { createLog } from '#server/log.ts'
import { fileKey } from '#server/media/media.ts'
import type { MediaStore } from '#server/media/store/store.ts'
import { makeUploadsFolder } from '#server/media/uploads.ts'
import { listAllMedia } from '#server/store/media.ts'
import { type Backup, mediaPath, readBackup, readLines, tablePath } from './backup-folder.ts'
import { type CommandLine, runCommand } from './command.ts'

const USAGE = `Usage:
  npm run restore -- FOLDER`

/**
 * Restores a backup into an empty database and an empty media store, in one transaction: if it fails, no row is left.
 */
async function restore({ db, url }: Database, config: Config, target: string): Promise<number> {
  const folder = path.resolve(process.env.INIT_CWD ?? '.', target)
  const backup = await readBackup(folder)
  const { store } = createTools(config, createLog({ log_level: 'silent' })).media
  await refuseForeignStore(store, backup)
  if ((await listMigrations(db)).length > backup.migrations.length) throw notEmpty('migrations')
  await migrateUpTo(url, backup.migrations)
  const missing = await db.begin(async (tx) => {
    await fillTables(tx, folder, backup)
    // The owner is written first, so that a second attempt recognises the store as its own.
    await store.put(OWNER_KEY, Buffer.from(backup.identity), 'text/plain')
    return await putMedia(tx, { store, config, folder, backup })
  })
  const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored ${rows} rows of ${backup.tables.length} tables as they were at ${backup.taken_at}.`)
  if (missing > 0)
    console.error(`${missing} files are missing in the media store: copy them there from your own backup.`)
  return 0
}

function notEmpty(table: string): StartError {
  return new StartError(
    `This database is not empty: its table ${table} has rows. Set DATABASE_URL to an empty database, or DATA_DIR to a new folder.`,
  )
}

async function refuseForeignStore(store: MediaStore, { identity }: Backup): Promise<void> {
  const marker = await store.read(OWNER_KEY)
  if (marker ? (await text(marker)).trim() === identity : await isEmpty(store)) return
  throw new StartError(
    'The media store belongs to another database: set DATA_DIR to a new folder, or S3_BUCKET to an empty bucket.',
  )
}

async function isEmpty(store: MediaStore): Promise<boolean> {
  for await (const _key of store.list()) return false
  return true
}

async function fillTables(tx: Tx, folder: string, { tables }: Backup): Promise<void> {
  const used = await lockEmptyTables(tx)
  if (used !== undefined) throw notEmpty(used)
  for (const table of tables) {
    let rows = 0
    for await (const lines of readLines(tablePath(folder, table.name), rowsAtOnce(table))) {
      await writeRows(tx, table, lines)
      rows += lines.length
    }
    if (rows !== table.rows)
      throw new StartError(
        `The backup is damaged: the table ${table.name} has ${rows} rows instead of ${table.rows}. Use another backup.`,
      )
  }
}

interface Restoration {
  store: MediaStore
  config: Config
  folder: string
  backup: Backup
}

/** Copies the media files into the store. Returns how many are missing there. */
async function putMedia(tx: Tx, { store, config, folder, backup }: Restoration): Promise<number> {
  const there = new Set<string>()
  if (!backup.has_media) for await (const key of store.list()) there.add(key)
  const uploads = await makeUploadsFolder(config)
  let missing = 0
  const lost = new Set(backup.lost_files)
  for await (const page of listAllMedia(tx)) {
    for (const media of page) {
      for (const { name, bytes } of media.files) {
        const key = fileKey(media, name)
        if (lost.has(key) || (!backup.has_media && !there.has(key))) missing += 1
        else if (backup.has_media) await put(key, bytes, media.content_type)
      }
    }
  }
  return missing

  async function put(key: string, bytes: number, content_type: string): Promise<void> {
    const kept = mediaPath(folder, key)
    const found = await stat(kept).catch(ifAbsent(undefined))
    if (found?.size !== bytes)
      throw new StartError(`The backup is damaged: ${kept} is missing or has a wrong size. Use another backup.`)
    // `putFile` moves the file, so it gets a copy.
    const copy = path.join(uploads, randomUUID())
    try {
      await copyFile(kept, copy)
      await store.putFile(key, copy, content_type)
    } finally {
      await rm(copy, { force: true })
    }
  }
}

/** What the command understands. */
export const restoreProgram: CommandLine = {
  usage: USAGE,
  read([folder, ...rest]) {
    if (!folder || folder.startsWith('-') || rest.length > 0) return undefined
    return (_, config, database) => restore(database, config, folder)
  },
  reach: reachDatabaseUnmigrated,
}

if (import.meta.main) process.exitCode = await runCommand(restoreProgram)
