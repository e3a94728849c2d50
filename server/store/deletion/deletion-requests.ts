import type { Locale } from '#contract/accounts.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'

/**
 * Soft delete: the account is hidden from now on and erased at `erased_at`. False if the password has changed in the
 * meantime.
 */
export async function insertDeletionRequest(
  db: Queryable,
  { user_id, password_hash, erased_at }: { user_id: string; password_hash: string; erased_at: Date },
): Promise<boolean> {
  const rows = await db`
    update users set erased_at = ${erased_at} where id = ${user_id} and password_hash = ${password_hash} returning id`
  return rows.length === 1
}

/**
 * Soft delete by staff, which replaces a request of the owner. Returns all current and former addresses of the account
 * as keys. Undefined if its erasure is due already.
 */
export async function insertClosure(
  db: Tx,
  user_id: string,
  { erased_at, now }: { erased_at: Date; now: Date },
): Promise<string[] | undefined> {
  const [row] = await db<{ email_key: string }[]>`
    update users set erased_at = ${erased_at}
    where id = ${user_id} and (erased_at is null or erased_at > ${now}) returning email_key`
  return row && (await listAddresses(db, user_id, row.email_key))
}

/** Undoes a closure before the erasure. */
export async function cancelClosure(db: Tx, user_id: string): Promise<void> {
  await db`update users set erased_at = null where id = ${user_id} and username is not null`
}

/** Cancels a deletion during the grace period. False if there is no deletion request, or the grace period is over. */
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

/** Undefined if there is no deletion request, or the account is erased already. */
export async function findDeletionRequest(db: Queryable, user_id: string): Promise<DeletionRequest | undefined> {
  const [row] = await db<DeletionRequest[]>`
    select email, locale, erased_at from users
    where id = ${user_id} and erased_at is not null and username is not null`
  return row
}

/** The accounts whose grace period is over. An appeal against the closing of an account pauses its erasure. */
export async function listDueDeletions(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from users
    where erased_at <= ${now} and username is not null and ${hasNoOpenAppeal(db)} order by erased_at, id`
  return rows.map(({ id }) => id)
}

function hasNoOpenAppeal(db: Queryable) {
  return db`not exists (
    select from decisions d
    where d.subject_id = users.id and 'close' = any (d.actions) and d.undone_at is null
      and d.appealed_at is not null and d.appeal_decided_at is null
  )`
}

/** The key of the advisory lock. Any number that no other lock uses. */
const ERASURE_KEY = 7_203_114

/**
 * Advisory lock: erasures run one after the other, until the transaction ends. If both participants of a conversation
 * are erased, the second erasure has to see the first one to delete the conversation.
 */
export async function lockErasures(db: Tx): Promise<void> {
  await db`select pg_advisory_xact_lock(${ERASURE_KEY})`
}

/**
 * Locks an account whose grace period is over until the transaction ends (`for no key update skip locked`). Returns all
 * its current and former addresses as keys. Undefined if it is erased already, or its owner is cancelling the deletion
 * right now.
 */
export async function lockDueDeletion(db: Tx, user_id: string, now: Date): Promise<string[] | undefined> {
  await lockErasures(db)
  const [locked] = await db<{ email_key: string }[]>`
    select email_key from users
    where id = ${user_id} and erased_at <= ${now} and username is not null and ${hasNoOpenAppeal(db)}
    for no key update skip locked`
  return locked && (await listAddresses(db, user_id, locked.email_key))
}

/** The current and the former addresses of a user, as keys. */
async function listAddresses(db: Tx, user_id: string, email_key: string): Promise<string[]> {
  const changes = await db<{ old_email_key: string; new_email: string }[]>`
    select old_email_key, new_email from email_changes where user_id = ${user_id} and confirmed_at is not null`
  const former = changes.flatMap(({ old_email_key, new_email }) => [old_email_key, emailKey(new_email)])
  return [...new Set([email_key, ...former])]
}
