import type { Queryable } from '#server/db/connect.ts'

/**
 * Whoever wants to leave is hidden from that moment on, and stays so when they are erased; so are the accounts of the
 * demo world while the demo is off. Every statement that shows somebody, or what they made, to others asks for this of
 * whoever the column names; nothing else knows of it.
 */
export function isThere(db: Queryable, column: string) {
  return db`not exists (select from users absent where absent.id = ${db(column)} and ${isAbsent(db, 'absent')})`
}

/** The same of a row of `users` that a statement has already. The index `users_absent` has these words too. */
export function isAbsent(db: Queryable, table: string) {
  return db`(${db(table)}.erased_at is not null or ${db(table)}.demo = 'closed')`
}

/** Staff see what somebody made who is about to leave, but nothing of the demo world while the demo is off. */
export function isNoClosedDemo(db: Queryable, table: string) {
  return db`${db(table)}.demo is distinct from 'closed'`
}
