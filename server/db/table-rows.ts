import type { Queryable, Tx } from './connect.ts'

export interface Table {
  name: string
  /** Those that PostgreSQL does not fill in by itself. */
  columns: string[]
}

/**
 * What belongs to a place and a moment. Whoever was signed in signs in again: a session that was ended since must not
 * come back. Exports are made anew by whoever wants one; their files are in no backup.
 */
const NOT_KEPT = ['migrations', 'sessions', 'session_tokens', 'password_resets', 'unknown_files', 'exports']
/** What a migration writes into a database that nobody has used yet. */
const WRITTEN_BY_MIGRATIONS = ['migrations', 'readiness_probe']

/** So many rows are in memory at once. */
const BATCH = 1000

/** The tables that are kept, each after those it refers to. */
export async function listKeptTables(db: Queryable): Promise<Table[]> {
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
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`
}

/** One line of JSON for each row, in batches. */
export async function* readRows(tx: Tx, { name, columns }: Table): AsyncGenerator<string[]> {
  await tx`declare kept_rows cursor for select to_json(r)::text as line from (select ${tx(columns)} from ${tx(name)}) r`
  for (;;) {
    const rows = await tx<{ line: string }[]>`fetch ${tx.unsafe(String(BATCH))} from kept_rows`
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

/** Nobody else gets at any table until the transaction ends; answers the one that has rows already. */
export async function takeEmptyTables(tx: Tx): Promise<string | undefined> {
  for (const { name } of await listTables(tx)) {
    await tx`lock table ${tx(name)} in access exclusive mode`
    if (WRITTEN_BY_MIGRATIONS.includes(name)) continue
    const [row] = await tx`select 1 from ${tx(name)} limit 1`
    if (row) return name
  }
  await tx`delete from readiness_probe`
  return undefined
}
