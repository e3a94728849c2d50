import type { Queryable } from '#server/db/connect.ts'

/** Health check with a write, because a database with a full disk can still read. */
export async function probeDatabase(db: Queryable, now: Date): Promise<void> {
  await db`update readiness_probe set written_at = ${now}`
}
