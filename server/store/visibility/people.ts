import type { PendingQuery, Row } from 'postgres'
import type { Queryable } from '#server/db/connect.ts'

/** Replaces the name of an erased member. */
export const DELETED_MEMBER = 'deleted member'

/** The viewer: an id, or a column with one, such as db`a.column`. Null means everybody, signed in or not. */
export type ViewerId = string | PendingQuery<Row[]> | null

/**
 * Soft delete: whether others can see this account at all. They cannot from the moment its owner requests the deletion,
 * and they cannot see a demo account while the demo is off. `person` is a column, such as 'posts.profile_id'.
 */
export function isPresent(db: Queryable, person: string) {
  return db`not exists (select from users absent where absent.id = ${db(person)} and ${isAbsent(db, 'absent')})`
}

/** The partial index `users_absent` has exactly this condition. The planner uses it only if the text is the same. */
function isAbsent(db: Queryable, users: string) {
  return db`(${db(users)}.erased_at is not null or ${db(users)}.demo = 'closed')`
}

interface PersonAndViewer {
  /** The column with the id of the person who is looked at. */
  person: string
  to: ViewerId
}

/**
 * Whether this viewer may see this person and what they publish. Every list, look-up and count that shows people to
 * others uses it. The answer is the same for every viewer so far; a block between two people will be a condition here.
 */
export function isVisible(db: Queryable, { person }: PersonAndViewer) {
  return isPresent(db, person)
}

/** The name that this viewer may read of a person. `person` is the alias of the row of `users`. */
export function visibleName(db: Queryable, { person }: PersonAndViewer) {
  return db`case when ${isAbsent(db, person)} then ${DELETED_MEMBER} else ${db(person)}.username end`
}

/**
 * Whether a user may sign in, and whether their sessions are valid. Soft-deleted users may: signing in cancels the
 * deletion.
 */
export function maySignIn(db: Queryable, users: string) {
  return db`${db(users)}.demo is distinct from 'closed'`
}

/** Whether a user has not requested the deletion of their account. */
export function hasNoDeletionRequest(db: Queryable, users: string) {
  return db`${db(users)}.erased_at is null`
}

/** Whether the account is not erased. Of an erased account only the row with its id is left. */
export function isNotErased(db: Queryable, users: string) {
  return db`${db(users)}.username is not null`
}
