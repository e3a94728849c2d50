import type { Queryable, Tx } from './connect.ts'

export interface Table {
  name: string
  /** Without generated columns, which PostgreSQL computes. */
  columns: string[]
}

/**
 * Tables that are not part of a backup. Sessions and password resets are left out because an ended session must not come
 * back with a restore, so users sign in again. Exports are left out because their files are not in the backup,
 * and the time of the last backup because there is none of it yet.
 */
const NOT_KEPT = [
  'migrations',
  'sessions',
  'session_tokens',
  'password_resets',
  'unknown_files',
  'exports',
  'last_backup',
]
/** Tables with rows that the migrations themselves insert. */
const WRITTEN_BY_MIGRATIONS = ['migrations', 'readiness_probe']

const BATCH = 1000
/** Tables with rows of several megabytes. */
const LARGE_ROWS = ['verification_files']
const LARGE_BATCH = 4

/** The number of rows of a table that are in memory at the same time. */
export function rowsAtOnce({ name }: Pick<Table, 'name'>): number {
  return LARGE_ROWS.includes(name) ? LARGE_BATCH : BATCH
}

/** The tables of a backup in topological order: each table comes after the tables that its foreign keys refer to. */
export async function listBackupTables(db: Queryable): Promise<Table[]> {
  const tables = (await listTables(db)).filter(({ name }) => !NOT_KEPT.includes(name))
  const references = await db<{ from: string; to: string }[]>`
    select f.relname as "from", t.relname as "to"
    from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.conrelid <> c.confrelid and f.relnamespace = current_schema()::regnamespace`
  const sorted: Table[] = []
  const isWaiting = (name: string) => tables.some((table) => table.name === name && !sorted.includes(table))
  while (sorted.length < tables.length) {
    const next = tables.find(
      (table) => !sorted.includes(table) && !references.some(({ from, to }) => from === table.name && isWaiting(to)),
    )
    if (!next) throw new Error('tables refer to each other in a circle')
    sorted.push(next)
  }
  return sorted
}

async function listTables(db: Queryable): Promise<Table[]> {
  return await db<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    -- An unlogged table holds nothing that outlives the processes.
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`
}

/** Reads the rows as JSON lines, in batches from a cursor. */
export async function* readRows(tx: Tx, table: Table): AsyncGenerator<string[]> {
  const { name, columns } = table
  await tx`declare kept_rows cursor for select to_json(r)::text as line from (select ${tx(columns)} from ${tx(name)}) r`
  for (;;) {
    const rows = await tx<{ line: string }[]>`fetch ${tx.unsafe(String(rowsAtOnce(table)))} from kept_rows`
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await tx`close kept_rows`
}

export async function writeRows(tx: Tx, { name, columns }: Table, lines: string[]): Promise<void> {
  await tx`
    insert into ${tx(name)} (${tx(columns)})
    select ${tx(columns)} from jsonb_populate_recordset(null::${tx(name)}, ${`[${lines.join(',')}]`}::text::jsonb)`
}

/** Locks all tables until the transaction ends (`access exclusive`). Returns the first table that already has rows. */
export async function lockEmptyTables(tx: Tx): Promise<string | undefined> {
  for (const { name } of await listTables(tx)) {
    await tx`lock table ${tx(name)} in access exclusive mode`
    if (WRITTEN_BY_MIGRATIONS.includes(name)) continue
    const [row] = await tx`select 1 from ${tx(name)} limit 1`
    if (row) return name
  }
  await tx`delete from readiness_probe`
  return undefined
}
