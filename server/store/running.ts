import type { Queryable } from '#server/db/connect.ts'

/**
 * A period of a subscription lets in from its start on, and no more at its end. Every statement that opens something to
 * subscribers asks for this of the table, or the alias, that it names.
 */
export function isRunning(db: Queryable, table: string, now: Date) {
  return db`${db(`${table}.starts_at`)} <= ${now} and ${db(`${table}.expires_at`)} > ${now}`
}
