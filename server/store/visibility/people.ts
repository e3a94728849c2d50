import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'

/** Replaces the name of an erased member. */
export const UNNAMED_MEMBER = 'member'

/** The viewer: an id, or a column with one, such as db`a.column`. Null means everybody, signed in or not. */
export type ViewerId = string | Fragment | null

/**
 * Soft delete: whether others can see this account at all. They cannot from the moment its owner requests the deletion,
 * they cannot while staff have frozen it, and they cannot see a demo account while the demo is off. `person` is a column, such as 'posts.profile_id'.
 */
export function isPresent(db: Queryable, person: string) {
  return db`not exists (select from users absent where absent.id = ${db(person)} and ${isAbsent(db, 'absent')})`
}

/**
 * The partial index `users_absent_or_frozen` has exactly this condition. The planner uses it only if the text is the
 * same. A freeze counts until a job or a sign-in ends it, so the condition does not depend on the time.
 */
function isAbsent(db: Queryable, users: string) {
  return db`(${db(users)}.erased_at is not null or ${db(users)}.demo = 'closed' or ${db(users)}.frozen_until is not null)`
}

/** The same for a member of staff who judges what was reported: they also judge what a frozen person has published. */
export function isPresentForStaff(db: Queryable, person: string) {
  return db`not exists (
    select from users absent
    where absent.id = ${db(person)} and ${isAbsent(db, 'absent')}
      and (absent.erased_at is not null or absent.demo = 'closed')
  )`
}

/** Whether it is a demo account while the demo is off. */
export function isClosedDemo(db: Queryable, users: string) {
  return db`(${isAbsent(db, users)} and ${db(users)}.demo = 'closed')`
}

interface PersonAndViewer {
  /** The column with the id of the person who is looked at. */
  person: string
  to: ViewerId
}

/**
 * Whether this viewer may see this person and what they publish. Every list, look-up and count that shows people to
 * others uses it. Neither of two people sees the other while one of them blocks the other.
 */
export function isVisible(db: Queryable, { person, to }: PersonAndViewer) {
  return db`${isPresent(db, person)} and ${isNotBlocked(db, { person, to })}`
}

/** Whether neither of the two blocks the other. Somebody without a session is blocked by nobody. */
export function isNotBlocked(db: Queryable, { person, to }: PersonAndViewer) {
  if (to === null) return db`true`
  const column = db`${db(person)}`
  // Two conditions and not one with `or`: PostgreSQL answers each by an anti-join over an index.
  return db`not ${isBlocking(db, { by: column, person: to })} and not ${isBlocking(db, { by: to, person: column })}`
}

/** `isVisible` for each row of a long list, for one viewer. */
export function isVisibleInList(db: Queryable, { person, to }: { person: string; to: PersonId }) {
  return db`${isPresent(db, person)} and ${isNotBlockedInList(db, { person, to })}`
}

/**
 * `isNotBlocked` for each row of a long list, for one viewer. Whether there is any block at all is asked once; only then is
 * every row looked up. The `limit` keeps PostgreSQL from joining instead, which would read all blocks of the viewer.
 */
export function isNotBlockedInList(db: Queryable, { person, to }: { person: string; to: PersonId }) {
  const has_none = db`(
    select not exists (select from blocks where user_id = ${to}) and not exists (select from blocks where other_id = ${to})
  )`
  const blocked = db`(select 1 from blocks where user_id = ${to} and other_id = ${db(person)} limit 1)`
  const blocking = db`(select 1 from blocks where user_id = ${db(person)} and other_id = ${to} limit 1)`
  return db`(${has_none} or (${blocked} is null and ${blocking} is null))`
}

/** An id, or a column with one. */
type PersonId = string | Fragment

/** Whether one person blocks another. */
export function isBlocking(db: Queryable, { by, person }: { by: PersonId; person: PersonId }) {
  return db`exists (select from blocks where blocks.user_id = ${by} and blocks.other_id = ${person})`
}

/** Since when one person blocks another; null if they do not. */
export function blockedSince(db: Queryable, { by, person }: { by: PersonId; person: PersonId }) {
  return db`(select blocks.created_at from blocks where blocks.user_id = ${by} and blocks.other_id = ${person})`
}

/** Whether one person has muted another. */
export function isMuting(db: Queryable, { by, person }: { by: PersonId; person: PersonId }) {
  return db`exists (select from mutes where mutes.user_id = ${by} and mutes.other_id = ${person})`
}

/** Whether the viewer wants the posts and stories of this creator in their feed and their strip of stories. */
export function isNotMuted(db: Queryable, { person, to }: { person: string; to: PersonId }) {
  const has_none = db`(select not exists (select from mutes where user_id = ${to}))`
  return db`(${has_none} or (select 1 from mutes where user_id = ${to} and other_id = ${db(person)} limit 1) is null)`
}

/** The portrait in the lists of staff: also of people whom others do not see, but then nobody can download it. */
export function presentPicture(db: Queryable, { users, picture }: { users: string; picture: string }) {
  return db`case when ${isAbsent(db, users)} then null else ${db(picture)} end`
}

/** The name that this viewer may read of a person. `person` is the alias of the row of `users`. */
export function visibleName(db: Queryable, { person, to }: PersonAndViewer) {
  return db`coalesce(case when ${isAbsent(db, person)} then null else ${knownName(db, { person, to })} end, ${UNNAMED_MEMBER})`
}

/**
 * The name of a participant of a conversation for the other one. It stays readable while an account is only soft
 * deleted. Null if the account is erased or frozen, or if this person blocks the viewer, who cannot tell these apart.
 */
export function knownName(db: Queryable, { person, to }: PersonAndViewer) {
  const isKnown = to === null ? db`true` : db`not ${isBlocking(db, { by: db`${db(`${person}.id`)}`, person: to })}`
  return db`case when ${isNotFrozen(db, person)} and ${isKnown} then ${db(person)}.username end`
}

/** Whether staff have not frozen this account. */
export function isNotFrozen(db: Queryable, users: string) {
  return db`${db(users)}.frozen_until is null`
}

/**
 * Whether a user may sign in, and whether their sessions and the links in their mails are valid. Soft-deleted users may:
 * signing in cancels the deletion.
 */
export function maySignIn(db: Queryable, users: string) {
  return db`(${hasPassword(db, users)} and ${isNotFrozen(db, users)})`
}

/** Whether a user was frozen after this time, and still is. */
export function wasFrozenSince(db: Queryable, users: string, since: Date) {
  return db`(${db(users)}.frozen_until is not null and ${db(users)}.frozen_at > ${since})`
}

/**
 * Whether the password of a user is verified. That of a frozen user is: whoever knows it is told of the freeze. A
 * disabled demo account is treated like an unknown address.
 */
export function hasPassword(db: Queryable, users: string) {
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

/** Whether somebody can buy or be paid: `gone` from the request of a deletion on. `users` is the alias of the row, or of none. */
export function standing(db: Queryable, users: string) {
  return db`case
    when ${db(users)}.id is null or ${db(users)}.username is null or ${db(users)}.erased_at is not null
      or ${db(users)}.demo = 'closed' then 'gone'
    when ${db(users)}.frozen_until is not null then 'frozen'
    else 'present'
  end`
}
