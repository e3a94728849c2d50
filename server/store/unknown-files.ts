import type { Queryable } from '#server/db/connect.ts'

/** Records that no row refers to these files. Returns those that were recorded before `before`. */
export async function recordUnknownFiles(
  db: Queryable,
  store_keys: string[],
  { now, before }: { now: Date; before: Date },
): Promise<Set<string>> {
  if (store_keys.length === 0) return new Set()
  const seen = store_keys.map((store_key) => ({ store_key, first_seen_at: now, last_seen_at: now }))
  const rows = await db<{ store_key: string; first_seen_at: Date }[]>`
    insert into unknown_files ${db(seen)}
    on conflict (store_key) do update set last_seen_at = excluded.last_seen_at
    returning store_key, first_seen_at`
  return new Set(rows.filter(({ first_seen_at }) => first_seen_at < before).map(({ store_key }) => store_key))
}

/** Deletes the records of files that are gone, or that a row refers to by now. */
export async function deleteKnownFiles(db: Queryable, now: Date): Promise<void> {
  await db`delete from unknown_files where last_seen_at < ${now}`
}
