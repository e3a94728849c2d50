import type { Queryable } from '#server/db/connect.ts'

/** How many statements wait for a lock. */
export async function countWaiting(db: Queryable): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}
