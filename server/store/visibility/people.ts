import type { PendingQuery, Row } from 'postgres'
import { DELETED_MEMBER } from '#contract/limits.ts'
import type { Queryable } from '#server/db/connect.ts'

/** Who looks: an id, or db`a.column` that holds one. Null stands for anybody, signed in or not. */
export type ViewerId = string | PendingQuery<Row[]> | null

/**
 * Soft deletion: whether the account with this id is there for others at all. An account is not there from the moment its
 * owner asks to delete it, and a demo account is not there while the demo is off. `person` is a column: 'posts.profile_id'.
 */
export function isPresent(db: Queryable, person: string) {
  return db`not exists (select from users absent where absent.id = ${db(person)} and ${isAbsent(db, 'absent')})`
}

/** The partial index `users_absent` has exactly this condition, so the planner uses it only for these words. */
function isAbsent(db: Queryable, users: string) {
  return db`(${db(users)}.erased_at is not null or ${db(users)}.demo = 'closed')`
}

interface Sight {
  /** The column with the id of who is looked at. */
  person: string
  to: ViewerId
}

/**
 * Whether this viewer may see this person and what they publish. Every list, look-up and count that shows people to others
 * asks this. The answer is the same for every viewer so far; a block between two people will be a condition here.
 */
export function isVisible(db: Queryable, { person }: Sight) {
  return isPresent(db, person)
}

/** The name that this viewer may read of somebody; `person` is the row of `users`, by its name in the statement. */
export function visibleName(db: Queryable, { person }: Sight) {
  return db`case when ${isAbsent(db, person)} then ${DELETED_MEMBER} else ${db(person)}.username end`
}

/** Whether somebody may sign in, and whether their sessions work: signing in is also how a deletion is taken back. */
export function maySignIn(db: Queryable, users: string) {
  return db`${db(users)}.demo is distinct from 'closed'`
}

/** Whether somebody has not asked to delete their account. */
export function hasNoDeletionRequest(db: Queryable, users: string) {
  return db`${db(users)}.erased_at is null`
}

/** Whether the row of `users` still is somebody: of an erased account only the id is left. */
export function isNotErased(db: Queryable, users: string) {
  return db`${db(users)}.username is not null`
}
