import type { Queryable } from '#server/db/connect.ts'

/** A write, because a database whose disk is full still reads. */
export async function probeDatabase(db: Queryable, now: Date): Promise<void> {
  await db`update readiness_probe set written_at = ${now}`
}
