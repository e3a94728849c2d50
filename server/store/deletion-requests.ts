import type { Locale } from '#contract/accounts.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'

/** Somebody leaves: hidden from now on, erased then. False when this is not their password any more. */
export async function insertDeletionRequest(
  db: Queryable,
  { user_id, password_hash, erased_at }: { user_id: string; password_hash: string; erased_at: Date },
): Promise<boolean> {
  const rows = await db`
    update users set erased_at = ${erased_at} where id = ${user_id} and password_hash = ${password_hash} returning id`
  return rows.length === 1
}

/** Takes it back while there is time. False for who is not leaving, and for whom it is too late. */
export async function cancelDeletionRequest(db: Queryable, user_id: string, now: Date): Promise<boolean> {
  const rows = await db`
    update users set erased_at = null where id = ${user_id} and erased_at > ${now} and username is not null returning id`
  return rows.length === 1
}

export interface DeletionRequest {
  email: string
  locale: Locale | null
  erased_at: Date
}

/** Undefined for who stays, and for who is gone. */
export async function findDeletionRequest(db: Queryable, user_id: string): Promise<DeletionRequest | undefined> {
  const [row] = await db<DeletionRequest[]>`
    select email, locale, erased_at from users
    where id = ${user_id} and erased_at is not null and username is not null`
  return row
}

/** Whose time has come. */
export async function listDueDeletions(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from users where erased_at <= ${now} and username is not null order by erased_at, id`
  return rows.map(({ id }) => id)
}

/** Any number, but one of its own: who erases waits for who else does. */
const ERASURE_KEY = 7_203_114

/** Nobody else erases an account until the transaction ends. */
export async function lockErasures(db: Tx): Promise<void> {
  await db`select pg_advisory_xact_lock(${ERASURE_KEY})`
}

/**
 * Holds somebody whose time has come until the transaction ends; every address they had, as it is compared. Undefined
 * when they are gone already, or about to change their mind. One is erased after the other: of two who wrote to each
 * other, the second takes with it what both have left.
 */
export async function lockDueDeletion(db: Tx, user_id: string, now: Date): Promise<string[] | undefined> {
  await lockErasures(db)
  const [locked] = await db<{ email_key: string }[]>`
    select email_key from users where id = ${user_id} and erased_at <= ${now} and username is not null
    for no key update skip locked`
  if (!locked) return undefined
  const changes = await db<{ old_email_key: string; new_email: string }[]>`
    select old_email_key, new_email from email_changes where user_id = ${user_id} and confirmed_at is not null`
  const former = changes.flatMap(({ old_email_key, new_email }) => [old_email_key, emailKey(new_email)])
  return [...new Set([locked.email_key, ...former])]
}
