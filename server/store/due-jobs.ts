import type { Queryable } from '#server/db/connect.ts'

/** The kinds of jobs that have one to run now. The table belongs to the queue (pg-boss), which has no call for it. */
export async function listDueJobs(db: Queryable): Promise<Set<string>> {
  const rows = await db<{ name: string }[]>`
    select distinct name from pgboss.job where state < 'active' and start_after <= now()`
  return new Set(rows.map(({ name }) => name))
}
