import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

export interface Migration {
  name: string
  sha256: string
}

export interface MigrationFile extends Migration {
  number: number
  sql: string
  /** The oldest schema whose code may run beside this migration. Undefined for the files before that rule. */
  runs_with: number | undefined
  transaction: TransactionMode
}

/**
 * `one`: the whole file in one transaction. `none`: indexes that are built concurrently, each outside of a transaction.
 * `batches`: one statement that is repeated until it changes no row, each time in its own transaction.
 */
type TransactionMode = (typeof TRANSACTION_MODES)[number]
const TRANSACTION_MODES = ['one', 'none', 'batches'] as const

/** From this number on the head of a file says which versions may run beside it. */
export const FIRST_WITH_HEAD = 22

const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
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
  const number = Number(name.slice(0, 3))
  return { name, number, sql, sha256: createHash('sha256').update(sql).digest('hex'), ...readHead(name, number, sql) }
}

function readHead(name: string, number: number, sql: string): Pick<MigrationFile, 'runs_with' | 'transaction'> {
  const runs_with = headLines(sql, 'runs with')[0]
  const transaction = headLines(sql, 'transaction')[0] ?? 'one'
  const mode = TRANSACTION_MODES.find((known) => known === transaction)
  if (mode === undefined)
    throw new StartError(`Migration ${name} has "-- transaction: ${transaction}": write one, none or batches.`)
  if (runs_with === undefined && number < FIRST_WITH_HEAD) return { runs_with: undefined, transaction: mode }
  if (!/^\d{3}$/.test(runs_with ?? '') || Number(runs_with) > number)
    throw new StartError(
      `Migration ${name} does not say which versions may run beside it: write "-- runs with: NNN" into its head, with the number of the oldest schema whose code may.`,
    )
  return { runs_with: Number(runs_with), transaction: mode }
}

/** The values of `-- name: value` in the comment lines at the top of a migration. */
export function headLines(sql: string, name: string): string[] {
  const head = sql.match(/^(?:--.*\n|\n)*/)?.[0] ?? ''
  const start = `-- ${name}: `
  return head.split('\n').flatMap((line) => (line.startsWith(start) ? [line.slice(start.length).trim()] : []))
}

/** The statements of a file without functions: comments removed, split at semicolons. */
export function plainStatements(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
