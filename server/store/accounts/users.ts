import type { Locale, Role, Theme } from '#contract/accounts.ts'
import type { Viewer } from '#server/access.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'
import { codeOf } from '#server/error-codes.ts'
import {
  hasNoDeletionRequest,
  hasPassword,
  isNotErased,
  isPresent,
  maySignIn,
  presentPicture,
} from '#server/store/visibility/people.ts'

/** The version of the sentence that was confirmed, and its language. The time is that of the sign-up. */
export interface AgeConfirmation {
  wording: string
  locale: Locale
}

export interface NewUser {
  id: string
  email: string
  email_key: string
  username: string
  password_hash: string
  locale: Locale | null
  created_at: Date
  /** Missing for a sign-up: a link in a mail confirms its address. */
  email_confirmed_at?: Date
  /** Missing if the client did not say that the age box was ticked. */
  age?: AgeConfirmation | undefined
  /** Set only for demo accounts. */
  demo?: 'open'
}

/** The columns of a `Viewer`. */
export function viewerColumns(db: Queryable) {
  return db`u.id, u.username, u.email, u.role, p.id as profile_id, ${presentPicture(db, { users: 'u', picture: 'p.picture_id' })} as picture_id, u.wish_to_become_creator, u.locale, u.theme,
    u.email_confirmed_at is not null as email_confirmed, u.creator_approved_at is not null as is_approved`
}

/** False if the address is taken. */
export async function insertUser(db: Queryable, user: NewUser): Promise<boolean> {
  const { age, ...rest } = user
  const row = {
    ...rest,
    email_confirmed_at: user.email_confirmed_at ?? null,
    age_confirmed_at: age ? user.created_at : null,
    age_wording: age?.wording ?? null,
    age_locale: age?.locale ?? null,
    demo: user.demo ?? null,
  }
  const rows = await db`
    insert into users
      ${db(row, 'id', 'email', 'email_key', 'username', 'password_hash', 'locale', 'created_at', 'email_confirmed_at', 'age_confirmed_at', 'age_wording', 'age_locale', 'demo')}
    on conflict (email_key) do nothing
    returning id`
  return rows.length === 1
}

export async function findUser(db: Queryable, id: string): Promise<Viewer | undefined> {
  const [user] = await db<Viewer[]>`
    select ${viewerColumns(db)} from users u left join profiles p on p.id = u.id
    where u.id = ${id} and ${isNotErased(db, 'u')}`
  return user
}

export interface Member {
  id: string
  username: string
  profile_id: string | null
}

/** Finds a visible member by e-mail address, name or former name. A name has no at sign, so one parameter is enough. */
export async function findMember(db: Queryable, name_or_email: string): Promise<Member | undefined> {
  const key = emailKey(name_or_email)
  const [member] = await db<Member[]>`
    select u.id, u.username, p.id as profile_id
    from users u left join profiles p on p.id = u.id
    where (u.email_key = ${key} or u.id = (select user_id from usernames where name_key = ${key}))
      and ${isPresent(db, 'u.id')}`
  return member
}

export interface Credentials {
  id: string
  email: string
  password_hash: string
  locale: Locale | null
}

/** The credentials for a sign-in, also those of a frozen account, which is refused once the password was right. */
export async function findCredentials(db: Queryable, email_key: string): Promise<Credentials | undefined> {
  const [row] = await db<Credentials[]>`
    select id, email, password_hash, locale from users where email_key = ${email_key} and ${hasPassword(db, 'users')}`
  return row
}

/**
 * Locks the user with this address until the transaction ends (`for key share`), so that the account is not erased
 * meanwhile.
 */
export async function lockCredentials(db: Tx, email_key: string): Promise<Credentials | undefined> {
  const [row] = await db<Credentials[]>`
    select id, email, password_hash, locale from users
    where email_key = ${email_key} and ${maySignIn(db, 'users')} for key share`
  return row
}

/**
 * Locks the user until the transaction ends (`for share`). False if the password has changed, or the account is soft
 * deleted or frozen.
 */
export async function lockPasswordHash(db: Queryable, user_id: string, password_hash: string): Promise<boolean> {
  const rows = await db`
    select 1 from users
    where id = ${user_id} and password_hash = ${password_hash} and ${hasNoDeletionRequest(db, 'users')} and ${maySignIn(db, 'users')}
    for share`
  return rows.length === 1
}

export async function findPasswordHash(db: Queryable, user_id: string): Promise<string | undefined> {
  const [row] = await db<{ password_hash: string }[]>`select password_hash from users where id = ${user_id}`
  return row?.password_hash
}

/** Compare and swap: false if the password has changed in the meantime. */
export async function replacePasswordHash(
  db: Queryable,
  user_id: string,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const rows = await db`
    update users set password_hash = ${after} where id = ${user_id} and password_hash = ${before} returning id`
  return rows.length === 1
}

/** Locks the user until the transaction ends (`for no key update`). */
export async function lockUser(db: Queryable, user_id: string): Promise<void> {
  await db`select 1 from users where id = ${user_id} for no key update`
}

/** The same for several, in the order of their ids, as everybody locks who needs more than one. */
export async function lockUsers(db: Queryable, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await lockUser(db, id)
}

const UNIQUE_VIOLATION = '23505'

/**
 * Sets an address whose owner has followed a link that was sent there, so it is confirmed. False if it is taken; the
 * transaction is aborted then.
 */
export async function setEmail(db: Queryable, user_id: string, email: string, now: Date): Promise<boolean> {
  try {
    await db`
      update users set email = ${email}, email_key = ${emailKey(email)}, email_confirmed_at = ${now}
      where id = ${user_id}`
    return true
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** Keeps the time of the first confirmation. */
export async function setEmailConfirmed(db: Queryable, user_id: string, now: Date): Promise<void> {
  await db`update users set email_confirmed_at = ${now} where id = ${user_id} and email_confirmed_at is null`
}

export async function setPasswordHash(db: Queryable, user_id: string, password_hash: string): Promise<void> {
  await db`update users set password_hash = ${password_hash} where id = ${user_id}`
}

export async function setCreatorWish(db: Queryable, user_id: string, wish: boolean): Promise<void> {
  await db`update users set wish_to_become_creator = ${wish} where id = ${user_id}`
}

export async function setLocale(db: Queryable, user_id: string, locale: Locale): Promise<void> {
  await db`update users set locale = ${locale} where id = ${user_id}`
}

/** Null means the theme of the system. */
export async function setTheme(db: Queryable, user_id: string, theme: Theme | null): Promise<void> {
  await db`update users set theme = ${theme} where id = ${user_id}`
}

export interface RoleChange {
  id: string
  before: Role | null
}

/** Sets the role and returns the user with the previous one. Undefined if nobody has this address. */
export async function setRole(db: Queryable, email_key: string, role: Role | null): Promise<RoleChange | undefined> {
  const [change] = await db<RoleChange[]>`
    update users u set role = ${role}
    from (select id, role from users where email_key = ${email_key} for no key update) had
    where u.id = had.id returning u.id, had.role as before`
  return change
}

/** Approves a member as a creator. False if they are approved already, have a profile, or do not exist. */
export async function approveCreator(db: Queryable, user_id: string, now: Date): Promise<boolean> {
  const rows = await db`
    update users set creator_approved_at = ${now}
    where id = ${user_id} and ${isNotErased(db, 'users')} and creator_approved_at is null
      and not exists (select from profiles where id = ${user_id})
    returning id`
  return rows.length === 1
}
