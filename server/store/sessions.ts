import type { Role } from '#contract/accounts.ts'
import type { Viewer } from '#server/access.ts'
import type { Queryable } from '#server/db/connect.ts'
import { viewerColumns } from './accounts/users.ts'
import { maySignIn, wasFrozenSince } from './visibility/people.ts'

/** Idle timeout and maximum age of a session. Those of staff are shorter. */
export const SESSION_IDLE_DAYS = 30
export const SESSION_MAX_DAYS = 90
export const STAFF_SESSION_IDLE_HOURS = 12
export const STAFF_SESSION_MAX_DAYS = 7

/**
 * Whether the session `s` of the user `u` is valid. It uses the current role, so the shorter limits apply as soon as
 * somebody becomes staff. Rotating the token does not change `created_at`. Accounts of a disabled demo have no valid
 * sessions, even if a process of an older version has created one.
 */
function isValid(db: Queryable, now: Date) {
  return db`(
    s.last_used_at > ${now}::timestamptz - case when u.role is null
      then make_interval(days => ${SESSION_IDLE_DAYS}) else make_interval(hours => ${STAFF_SESSION_IDLE_HOURS}) end
    and s.created_at > ${now}::timestamptz - case when u.role is null
      then make_interval(days => ${SESSION_MAX_DAYS}) else make_interval(days => ${STAFF_SESSION_MAX_DAYS}) end
    and ${maySignIn(db, 'u')}
  )`
}
/** Grace period: how long the previous token stays valid after the first use of its successor. */
const OLD_TOKEN_GRACE_SECONDS = 60

/** Maximum number of sessions per user. The least recently used ones end first. */
const SESSIONS_KEPT_MAX = 50

/** The list of sessions is not paged; a user with more can end all other sessions at once. */
const SESSIONS_LISTED_MAX = 100

/** The type id of bytea[] in PostgreSQL. */
const BYTEA_ARRAY = 1001

/** How a session was begun. A trusted browser gave the second step in an earlier sign-in. */
export type SignedInWith = 'password' | 'passkey' | 'app' | 'recovery_code' | 'trusted_browser'

/** Those that prove a second factor, as staff need it. */
export const WITH_SECOND_FACTOR: readonly SignedInWith[] = ['passkey', 'app', 'recovery_code']

export interface NewSession {
  id: string
  user_id: string
  token_hash: Buffer
  user_agent: string
  signed_in_with: SignedInWith
  now: Date
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  const { id, user_id, user_agent, signed_in_with, now } = session
  await db`
    insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent, signed_in_with)
    values (${id}, ${user_id}, ${now}, ${now}, ${now}, ${user_agent}, ${signed_in_with})`
  await db`
    insert into session_tokens (token_hash, session_id, created_at)
    values (${session.token_hash}, ${id}, ${now})`
}

export interface SessionViewer extends Viewer {
  session_id: string
  session_began_at: Date
  /** Null: with a password, before there were second factors. */
  signed_in_with: SignedInWith | null
  /** The role of somebody whose session may not use it: see `shutStaffDoor`. */
  shut_role?: Role
  last_used_at: Date
  token_created_at: Date
  token_first_used_at: Date | null
  token_dies_at: Date | null
}

/** A factor was proven within the session, when it was added. */
export async function setSignedInWith(db: Queryable, session_id: string, signed_in_with: SignedInWith): Promise<void> {
  await db`update sessions set signed_in_with = ${signed_in_with} where id = ${session_id}`
}

/** The last factor was removed: no session of this user counts as one with a second factor any more. */
export async function forgetSecondFactor(db: Queryable, user_id: string): Promise<void> {
  await db`update sessions set signed_in_with = 'password' where user_id = ${user_id}`
}

/** The users of these tokens, for those that are valid. */
export async function findSessionViewers(
  db: Queryable,
  token_hashes: readonly Buffer[],
  now: Date,
): Promise<(SessionViewer & { token_hash: Buffer })[]> {
  return await db<(SessionViewer & { token_hash: Buffer })[]>`
    select ${viewerColumns(db)}, t.token_hash, s.id as session_id, s.created_at as session_began_at,
      s.signed_in_with, s.last_used_at,
      t.created_at as token_created_at, t.first_used_at as token_first_used_at, t.dies_at as token_dies_at
    from session_tokens t
      join sessions s on s.id = t.session_id
      join users u on u.id = s.user_id
      left join profiles p on p.id = u.id
    -- Selected, the list has no length that a plan could depend on: to make a new plan takes longer than to look up.
    where t.token_hash = any((select ${db.array([...token_hashes], BYTEA_ARRAY)})::bytea[])
      and (t.dies_at is null or t.dies_at > ${now})
      and ${isValid(db, now)}`
}

/** The user of this session, while it is valid. */
export async function findSessionUser(db: Queryable, session_id: string, now: Date): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select s.user_id from sessions s join users u on u.id = s.user_id
    where s.id = ${session_id} and ${isValid(db, now)}`
  return row?.user_id
}

/** The sessions among these that are valid, and when each ends if it is not used any more. */
export async function findSessionEnds(db: Queryable, ids: readonly string[], now: Date): Promise<Map<string, Date>> {
  const rows = await db<{ id: string; ends_at: Date }[]>`
    select s.id, case when u.role is null
      then least(
        s.last_used_at + make_interval(days => ${SESSION_IDLE_DAYS}), s.created_at + make_interval(days => ${SESSION_MAX_DAYS})
      )
      else least(
        s.last_used_at + make_interval(hours => ${STAFF_SESSION_IDLE_HOURS}),
        s.created_at + make_interval(days => ${STAFF_SESSION_MAX_DAYS})
      ) end as ends_at
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${[...ids]}::uuid[]) and ${isValid(db, now)}`
  return new Map(rows.map(({ id, ends_at }) => [id, ends_at]))
}

/** The people who were frozen since then. */
export async function findFrozenSince(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select u.id from users u where ${wasFrozenSince(db, 'u', since)}`
  return rows.map(({ id }) => id)
}

export async function touchSession(db: Queryable, session_id: string, now: Date): Promise<void> {
  await db`update sessions set last_used_at = ${now} where id = ${session_id}`
}

/** The first use of a token starts the grace period of the older tokens of its session. */
export async function markTokenUsed(db: Queryable, session_id: string, token_hash: Buffer, now: Date): Promise<void> {
  await db`
    with used as (
      update session_tokens set first_used_at = ${now}
      where token_hash = ${token_hash} and first_used_at is null
      returning created_at
    )
    update session_tokens t
    set dies_at = ${now}::timestamptz + make_interval(secs => ${OLD_TOKEN_GRACE_SECONDS})
    from used
    where t.session_id = ${session_id} and t.created_at < used.created_at and t.dies_at is null`
}

/**
 * Rotates the token of a session. Of concurrent requests one gets true. If the response is lost, the next attempt is
 * possible after a minute. An ended session gets no token.
 */
export async function rotateToken(db: Queryable, session_id: string, token_hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`
    with claimed as (
      update sessions set rotated_at = ${now}
      where id = ${session_id} and rotated_at < ${now}::timestamptz - interval '1 minute'
      returning id
    )
    insert into session_tokens (token_hash, session_id, created_at)
    select ${token_hash}, id, ${now}::timestamptz from claimed
    returning session_id`
  return rows.length === 1
}

export async function deleteSession(db: Queryable, session_id: string): Promise<void> {
  await db`delete from sessions where id = ${session_id}`
}

export interface SessionRow {
  id: string
  user_agent: string
  signed_in_with: SignedInWith | null
  created_at: Date
  last_used_at: Date
}

/** The valid sessions of a user: the current one first, then the most recently used. */
export async function listSessionsOf(
  db: Queryable,
  { user_id, current_id, now }: { user_id: string; current_id: string; now: Date },
): Promise<SessionRow[]> {
  return await db<SessionRow[]>`
    select s.id, s.user_agent, s.signed_in_with, s.created_at, s.last_used_at from sessions s join users u on u.id = s.user_id
    where s.user_id = ${user_id} and ${isValid(db, now)}
    order by s.id = ${current_id} desc, s.last_used_at desc, s.id desc limit ${SESSIONS_LISTED_MAX}`
}

/** False if the session does not exist or belongs to somebody else. */
export async function deleteSessionOf(db: Queryable, user_id: string, session_id: string): Promise<boolean> {
  const rows = await db`delete from sessions where id = ${session_id} and user_id = ${user_id} returning id`
  return rows.length === 1
}

/** Ends all sessions of a user except one. Returns their ids. */
export async function deleteOtherSessions(db: Queryable, user_id: string, kept_id: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    delete from sessions where user_id = ${user_id} and id <> ${kept_id} returning id`
  return rows.map(({ id }) => id)
}

/**
 * Ends the sessions above the maximum and returns their ids. `skip locked` keeps two concurrent calls from waiting for
 * each other.
 */
export async function deleteSurplusSessions(db: Queryable, user_id: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    delete from sessions where id in (
      select id from sessions where id in (
        select id from sessions where user_id = ${user_id}
        order by last_used_at desc, id desc offset ${SESSIONS_KEPT_MAX}
      ) for update skip locked
    ) returning id`
  return rows.map(({ id }) => id)
}

export async function deleteSessionsOf(db: Queryable, user_id: string): Promise<void> {
  await db`delete from sessions where user_id = ${user_id}`
}

/** Sweep: deletes invalid sessions and expired tokens. */
export async function sweepSessions(db: Queryable, now: Date): Promise<void> {
  await db`delete from sessions s using users u where u.id = s.user_id and not ${isValid(db, now)}`
  await db`delete from session_tokens where dies_at <= ${now}`
}

/** Stores the device. True if it is a new device of a user who has signed in before. */
export async function rememberDevice(
  db: Queryable,
  { user_id, device, now }: { user_id: string; device: string; now: Date },
): Promise<boolean> {
  const [row] = await db<{ is_news: boolean }[]>`
    with added as (
      insert into known_devices (user_id, device, first_seen_at) values (${user_id}, ${device}, ${now})
      on conflict do nothing returning device
    )
    select exists (select from added) and exists (select from known_devices where user_id = ${user_id}) as is_news`
  return row?.is_news ?? false
}
