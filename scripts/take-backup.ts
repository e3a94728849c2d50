import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Db, Tx } from '#server/db/connect.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { listBackupTables, readRows, type Table } from '#server/db/table-rows.ts'
import { fileKey } from '#server/media/media.ts'
import type { MediaStore } from '#server/media/store/store.ts'
import { hasCases, listAllMedia, lockMedia } from '#server/store/media.ts'
import { findDatabaseIdentity } from '#server/store/secrets.ts'
import { type Backup, hashFile, mediaPath, summaryPath, tablePath } from './backup-folder.ts'

type Store = Pick<MediaStore, 'read'>

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
    const copied = new Set<string>()
    // The first copy takes long but blocks nobody. Changes since then are copied below, under the lock.
    if (store) await copyMedia(db, store, draft, copied)
    const has_cases = await hasCases(db)
    const backup = await db.begin((tx) => readAtOnce(tx, store, draft, { copied, has_cases }))
    await writeFile(summaryPath(draft), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, folder)
    return { ...backup, files: copied.size }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function readAtOnce(
  tx: Tx,
  store: Store | undefined,
  folder: string,
  { copied, has_cases }: { copied: Set<string>; has_cases: boolean },
): Promise<Backup> {
  // In this isolation level the first query takes the snapshot. `lockMedia` locks before it, so that rows and files
  // match.
  await tx`set transaction isolation level repeatable read`
  await tx`set local timezone to 'UTC'`
  const taken_at = new Date().toISOString()
  const lost_files = store ? await lockMedia(tx, has_cases, () => copyMedia(tx, store, folder, copied)) : []
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

/** Synchronises the copied files with the rows: removes and adds. Returns the keys that are missing in the store. */
async function copyMedia(db: Db | Tx, store: Store, folder: string, copied: Set<string>): Promise<string[]> {
  const media = await listAllMedia(db)
  const wanted = new Set(media.flatMap((one) => one.files.map(({ name }) => fileKey(one, name))))
  for (const key of copied) {
    if (wanted.has(key)) continue
    copied.delete(key)
    await rm(mediaPath(folder, key), { force: true })
    await rmdir(path.dirname(mediaPath(folder, key))).catch(() => {})
  }
  const lost: string[] = []
  for (const key of wanted) {
    if (copied.has(key)) continue
    const bytes = await store.read(key)
    if (!bytes) {
      lost.push(key)
      continue
    }
    const file = mediaPath(folder, key)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(bytes, createWriteStream(file, { mode: 0o600, flush: true }))
    copied.add(key)
  }
  return lost
}
