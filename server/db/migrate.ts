import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db, Queryable, Tx } from './connect.ts'
import { databaseUnusable, StartError } from './start-error.ts'

export interface Migration {
  name: string
  sha256: string
}
type MigrationFile = Migration & { sql: string }

const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/
/** The key of the advisory lock: an arbitrary number that must never change. */
const LOCK_KEY = 0x4d494752

/**
 * Runs the database migrations: applies each numbered file of a folder once, in its own transaction. An advisory lock
 * serialises processes that start at the same time. Applied files must be present and unchanged. `upTo` stops at the
 * migrations of another database, so that its rows can be restored.
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
        throw databaseUnusable(error)
      })
  }
}

/** The applied migrations of this database; empty if no server has ever used it. */
export async function listMigrations(db: Queryable): Promise<Migration[]> {
  const [found] = await db<{ is_there: boolean }[]>`select to_regclass('migrations') is not null as is_there`
  if (!found?.is_there) return []
  return await db<Migration[]>`select name, sha256 from migrations order by name collate "C"`
}

/** Applies the next migration. True if there was nothing left to apply. */
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

/**
 * Creates the table only if it is missing, so that a role without the right to create tables can start on a current
 * database.
 */
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
        `Migration ${name} has changed since it was applied to this database: restore the original file.`,
      )
    }
    if (files.some((candidate) => candidate.name === name)) {
      throw new StartError(
        `Migration ${file?.name} comes before ${name}, which was already applied to this database: give it a higher number.`,
      )
    }
    throw new StartError(
      `This database has migration ${name}, which this version of Loge does not know: use a newer version of Loge, or set DATABASE_URL or DATA_DIR to another database.`,
    )
  }
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = name.match(FILE_NAME)?.[1]
    if (number === undefined)
      throw new StartError(`Migration ${name} is not named like 001-title.sql: rename or remove it.`)
    if (numbers.has(number))
      throw new StartError(`Migration ${name} has a number that is already used: give it another number.`)
    numbers.add(number)
  }
  return await Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  // A checkout may have converted the line endings, so they are normalised before the hash is computed.
  const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}
