import type { Queryable } from '#server/db/connect.ts'

/**
 * Who wants to leave is hidden from that moment on, and stays so when they are erased. Every statement that shows
 * somebody, or what they made, to others asks for this of whoever the column names; nothing else knows of it.
 */
export function isThere(db: Queryable, column: string) {
  return db`not exists (select from users leaving where leaving.id = ${db(column)} and leaving.erased_at is not null)`
}
