import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Migration } from '#server/db/migration-files.ts'
import { StartError } from '#server/db/start-error.ts'
import type { Table } from '#server/db/table-rows.ts'
import { ifAbsent } from '#server/error-codes.ts'

/** The content of `backup.json`. A backup folder also has `tables`, with one file per table, and `media`. */
export interface Backup {
  format: 1
  taken_at: string
  /** The identity of the database, which the media store keeps as its owner. */
  identity: string
  migrations: Migration[]
  /** In the order in which they can be restored (foreign keys). */
  tables: (Table & { rows: number; sha256: string })[]
  /** False for `--database-only`: then the operator backs up the media files. */
  has_media: boolean
  /** Files that rows refer to but that were missing when the backup was taken. */
  lost_files: string[]
}

const SUMMARY = 'backup.json'
export const summaryPath = (folder: string) => path.join(folder, SUMMARY)
export const tablePath = (folder: string, name: string) => path.join(folder, 'tables', `${name}.jsonl.gz`)
export const mediaPath = (folder: string, key: string) => path.join(folder, 'media', key)

/** Reads and verifies a backup before anything is written: refuses one that is incomplete or damaged. */
export async function readBackup(folder: string): Promise<Backup> {
  const summary = await readFile(summaryPath(folder), 'utf8').catch(ifAbsent(undefined))
  if (summary === undefined)
    throw new StartError(`There is no complete backup in ${folder}: the file ${SUMMARY} is missing.`)
  const backup = JSON.parse(summary) as Backup
  if (backup.format !== 1)
    throw new StartError(`The backup in ${folder} was made by a newer version of Loge: restore it with that version.`)
  for (const { name, sha256 } of backup.tables) {
    const file = tablePath(folder, name)
    if ((await hashFile(file)) !== sha256)
      throw new StartError(`The backup is damaged: the checksum of ${file} is wrong. Use another backup.`)
  }
  return backup
}

export async function hashFile(file: string): Promise<string | undefined> {
  if (!(await stat(file).catch(ifAbsent(undefined)))) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

export async function* readLines(file: string, at_once: number): AsyncGenerator<string[]> {
  let lines: string[] = []
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    lines.push(line)
    if (lines.length < at_once) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}
