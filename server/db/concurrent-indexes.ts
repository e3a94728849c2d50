import type { Db } from './connect.ts'
import { plainStatements } from './migration-files.ts'

const STATEMENT =
  /^(?:create (?:unique )?index concurrently (?<created>[a-z][a-z0-9_]*) on\s|drop index concurrently if exists (?<dropped>[a-z][a-z0-9_]*)$)/i

/**
 * Builds and drops indexes while other statements go on. PostgreSQL allows that only outside of a transaction, so each
 * statement is idempotent: an index that an interrupted attempt has finished stays, and one that it has left invalid is built
 * again.
 */
export async function buildIndexes(db: Db, sql: string): Promise<void> {
  for (const statement of plainStatements(sql)) {
    const { created, dropped } = statement.match(STATEMENT)?.groups ?? {}
    if (created === undefined && dropped === undefined)
      throw new Error(
        'a migration without a transaction has only `create index concurrently NAME on …` and `drop index concurrently if exists NAME`',
      )
    if (created !== undefined && (await isBuilt(db, created))) continue
    await db.unsafe(statement)
  }
}

async function isBuilt(db: Db, name: string): Promise<boolean> {
  const [index] = await db<{ is_valid: boolean }[]>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`
  if (index && !index.is_valid) await db.unsafe(`drop index concurrently if exists ${name}`)
  return index?.is_valid === true
}
