import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Db, Tx } from '#server/db/connect.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { listBackupTables, readRows, type Table } from '#server/db/table-rows.ts'
import { fileKey } from '#server/media/media.ts'
import type { MediaStore } from '#server/media/store/store.ts'
import { type EvidenceTable, listAllMedia, listEvidenceTables, lockMedia } from '#server/store/media.ts'
import { findDatabaseIdentity } from '#server/store/secrets.ts'
import { type Backup, hashFile, mediaPath, summaryPath, tablePath } from './backup-folder.ts'

type Store = Pick<MediaStore, 'read'>
/** How many files were copied of each picture, by its key in the store. */
type Copied = Map<string, number>

/**
 * Takes a consistent backup while the server runs: data that is added or deleted meanwhile is in it completely or not at
 * all. The folder gets its final name when it is complete. Without a store the media files are left out.
 */
export async function takeBackup(
  db: Db,
  store: Store | undefined,
  folder: string,
): Promise<Backup & { files: number }> {
  const draft = `${folder}.unfinished`
  await mkdir(path.dirname(folder), { recursive: true })
  try {
    await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 })
    const copied: Copied = new Map()
    // The first copy takes long but blocks nobody. Changes since then are copied below, under the lock.
    if (store) await copyMedia(db, store, draft, copied)
    const evidence_tables = await listEvidenceTables(db)
    const backup = await db.begin((tx) => readAtOnce(tx, store, draft, { copied, evidence_tables }))
    await writeFile(summaryPath(draft), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, folder)
    return { ...backup, files: [...copied.values()].reduce((sum, files) => sum + files, 0) }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function readAtOnce(
  tx: Tx,
  store: Store | undefined,
  folder: string,
  { copied, evidence_tables }: { copied: Copied; evidence_tables: EvidenceTable[] },
): Promise<Backup> {
  // In this isolation level the first query takes the snapshot. `lockMedia` locks before it, so that rows and files
  // match.
  await tx`set transaction isolation level repeatable read`
  await tx`set local timezone to 'UTC'`
  const taken_at = new Date().toISOString()
  const lost_files = store ? await lockMedia(tx, evidence_tables, () => copyMedia(tx, store, folder, copied)) : []
  const identity = await findDatabaseIdentity(tx)
  const migrations = await listMigrations(tx)
  const tables: Backup['tables'] = []
  for (const table of await listBackupTables(tx)) tables.push({ ...table, ...(await writeTable(tx, folder, table)) })
  return { format: 1, taken_at, identity, migrations, tables, has_media: store !== undefined, lost_files }
}

async function writeTable(tx: Tx, folder: string, table: Table): Promise<{ rows: number; sha256: string }> {
  const file = tablePath(folder, table.name)
  let rows = 0
  async function* lines() {
    for await (const batch of readRows(tx, table)) {
      rows += batch.length
      yield `${batch.join('\n')}\n`
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { mode: 0o600, flush: true }))
  return { rows, sha256: (await hashFile(file)) ?? '' }
}

/**
 * Synchronises the copied files with the rows: removes and adds. Returns the keys that are missing in the store. The rows
 * are read in pages, and only the key of each picture stays in memory.
 */
async function copyMedia(db: Db | Tx, store: Store, folder: string, copied: Copied): Promise<string[]> {
  const gone = new Set(copied.keys())
  const lost: string[] = []
  for await (const page of listAllMedia(db)) {
    for (const one of page) {
      gone.delete(one.store_key)
      if (copied.get(one.store_key) === one.files.length) continue
      let files = 0
      for (const { name } of one.files) {
        const key = fileKey(one, name)
        if (await copyFile(store, folder, key)) files += 1
        else lost.push(key)
      }
      copied.set(one.store_key, files)
    }
  }
  for (const store_key of gone) {
    copied.delete(store_key)
    await rm(mediaPath(folder, store_key), { recursive: true, force: true })
  }
  return lost
}

/** False if the store has no such file. */
async function copyFile(store: Store, folder: string, key: string): Promise<boolean> {
  const bytes = await store.read(key)
  if (!bytes) return false
  const file = mediaPath(folder, key)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await pipeline(bytes, createWriteStream(file, { mode: 0o600, flush: true }))
  return true
}
