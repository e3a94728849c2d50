import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db, Queryable, Tx } from './connect.ts'
import { StartError } from './start-error.ts'

export interface Migration {
  name: string
  sha256: string
}
type MigrationFile = Migration & { sql: string }

const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/
/** Any number will do, as long as it never changes. */
const LOCK_KEY = 0x4d494752

/**
 * Brings the database up to the numbered files of a folder, each once and in its own transaction. Processes that start
 * together take turns. Files that were applied must be there as they were: history is not rewritten. `upTo` stops where
 * another database was, for rows that come from there.
 */
export async function migrate(db: Db, folder: string, upTo?: Migration[]): Promise<void> {
  const known = await readMigrations(folder)
  if (upTo) refuseRewrittenHistory(upTo, known)
  const files = known.slice(0, upTo?.length)
  let done = false
  while (!done) {
    done = await db
      .begin((tx) => applyNext(tx, files))
      .catch((error: unknown) => {
        if (error instanceof StartError) throw error
        throw new StartError(`The database cannot be used: ${error instanceof Error ? error.message : error}.`)
      })
  }
}

/** What this database has; nothing, where no product ever used it. */
export async function listMigrations(db: Queryable): Promise<Migration[]> {
  const [found] = await db<{ is_there: boolean }[]>`select to_regclass('migrations') is not null as is_there`
  if (!found?.is_there) return []
  return await db<Migration[]>`select name, sha256 from migrations order by name collate "C"`
}

/** True when nothing was left to do. */
async function applyNext(tx: Tx, files: MigrationFile[]): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(${LOCK_KEY})`
  await createMigrationsTable(tx)
  const applied = await listMigrations(tx)
  refuseRewrittenHistory(applied, files)
  const next = files[applied.length]
  if (next === undefined) return true
  try {
    await tx.unsafe(next.sql)
  } catch (error) {
    throw new StartError(`Migration ${next.name} failed: ${error instanceof Error ? error.message : error}.`)
  }
  await tx`insert into migrations (name, sha256) values (${next.name}, ${next.sha256})`
  return false
}

/** Only where it is missing: a role that may not make tables starts on a database that is up to date. */
async function createMigrationsTable(tx: Tx): Promise<void> {
  const [found] = await tx<{ is_there: boolean }[]>`select to_regclass('migrations') is not null as is_there`
  if (found?.is_there) return
  await tx`
    create table migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`
}

function refuseRewrittenHistory(applied: Migration[], files: MigrationFile[]): void {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const file = files[index]
    if (file?.name === name && file.sha256 === sha256) continue
    if (file?.name === name) {
      throw new StartError(
        `Migration ${name} has changed since it was applied to this database: bring back the file as it was.`,
      )
    }
    if (files.some((candidate) => candidate.name === name)) {
      throw new StartError(
        `Migration ${file?.name} comes before ${name}, which this database has already: give it a later number.`,
      )
    }
    throw new StartError(
      `This database has migration ${name}, which this version of Loge does not know: start a newer version.`,
    )
  }
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = name.match(FILE_NAME)?.[1]
    if (number === undefined) throw new StartError(`Migration ${name} is not named like 001-title.sql.`)
    if (numbers.has(number)) throw new StartError(`Migration ${name} has a number that another one has already.`)
    numbers.add(number)
  }
  return await Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  // A checkout may have changed the line endings, which changes nothing else.
  const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}
