import type { Queryable, Tx } from '#server/db/connect.ts'
import { FIRST_ID } from '#server/paging.ts'
import type { Sealed, SealedPlace } from '#server/seal.ts'

/** A table with sealed rows. Every one has the columns `sealed` and `key_id`. */
interface SealedTable {
  name: string
  /** The primary key, or the part of it that is an id. */
  id: string
  purposes: readonly SealedPlace['purpose'][]
}

/** Every place that keeps something sealed. */
export const SEALED_TABLES = [
  { name: 'verifications', id: 'creator_id', purposes: ['details'] },
  { name: 'verification_files', id: 'creator_id', purposes: ['document', 'portrait'] },
  { name: 'payees', id: 'creator_id', purposes: ['account'] },
  { name: 'payouts', id: 'id', purposes: ['account'] },
] as const satisfies readonly SealedTable[]

const BATCH = 500

/** One kind of sealed thing in one table. */
export interface SealedKind {
  table: SealedTable
  purpose: SealedPlace['purpose']
}

export const SEALED_KINDS: readonly SealedKind[] = SEALED_TABLES.flatMap((table) =>
  table.purposes.map((purpose) => ({ table, purpose })),
)

/** Only one table has several kinds of things. */
function isOfKind(db: Queryable, { table, purpose }: SealedKind) {
  return table.name === 'verification_files' ? db`and kind = ${purpose}` : db``
}

/** The ids of rows that another key has sealed, in their order, a batch at a time. */
export async function listOldRows(
  db: Queryable,
  kind: SealedKind,
  { key_id, after = FIRST_ID }: { key_id: string; after?: string | undefined },
): Promise<string[]> {
  const { name, id } = kind.table
  const rows = await db<{ id: string }[]>`
    select ${db(id)} as id from ${db(name)}
    where sealed is not null and key_id <> ${key_id} and ${db(id)} > ${after}::uuid ${isOfKind(db, kind)}
    order by ${db(id)} limit ${BATCH}`
  return rows.map((row) => row.id)
}

/** Locks the row until the transaction ends. Undefined if somebody has sealed it anew or removed it in the meantime. */
export async function lockOldRow(
  db: Tx,
  kind: SealedKind,
  { id, key_id }: { id: string; key_id: string },
): Promise<(Sealed & { owner: string }) | undefined> {
  const { name, id: column } = kind.table
  const [row] = await db<(Sealed & { owner: string })[]>`
    select sealed, key_id, creator_id as owner from ${db(name)}
    where ${db(column)} = ${id} and sealed is not null and key_id <> ${key_id} ${isOfKind(db, kind)}
    for update`
  return row
}

export async function replaceSealed(db: Tx, kind: SealedKind, id: string, { sealed, key_id }: Sealed): Promise<void> {
  const { name, id: column } = kind.table
  await db`
    update ${db(name)} set sealed = ${sealed}, key_id = ${key_id} where ${db(column)} = ${id} ${isOfKind(db, kind)}`
}

/** How many rows each key has sealed. */
export async function countByKey(db: Queryable): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of SEALED_TABLES) {
    const rows = await db<{ key_id: string; count: number }[]>`
      select key_id, count(*)::int as count from ${db(name)} where sealed is not null group by key_id`
    for (const { key_id, count } of rows) counts.set(key_id, (counts.get(key_id) ?? 0) + count)
  }
  return counts
}
