import type { Locale } from '#contract/accounts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { maySignIn } from '#server/store/visibility/people.ts'

export const SIGN_UP_LINK_DAYS = 14
export const SIGN_UP_LINK_LIFETIME_MS = SIGN_UP_LINK_DAYS * DAY_MS

/**
 * Marks a mail as due, unless the address is confirmed. A link that was sent before stays valid until the new one is
 * sent. The row lock (`for share`) keeps a concurrent confirmation from leaving a mail that is due.
 */
export async function requestSignUpConfirmation(db: Queryable, user_id: string): Promise<void> {
  await db`
    insert into sign_up_confirmations (user_id)
    select id from users where id = ${user_id} and email_confirmed_at is null for share
    on conflict (user_id) do update set mail_due = true`
}

/** The users whose mail is due. */
export async function listDueSignUpConfirmations(db: Queryable): Promise<string[]> {
  const rows = await db<
    { user_id: string }[]
  >`select user_id from sign_up_confirmations where mail_due order by user_id`
  return rows.map(({ user_id }) => user_id)
}

/**
 * Locks the user (`for key share`), so that the account is not erased meanwhile, and the due mail (`for update`), so that
 * it is sent once. Undefined if no mail is due any more.
 */
export async function lockDueSignUpConfirmation(
  db: Queryable,
  user_id: string,
): Promise<{ email: string; locale: Locale | null } | undefined> {
  const [user] = await db<{ email: string; locale: Locale | null }[]>`
    select email, locale from users
    where id = ${user_id} and email_confirmed_at is null and ${maySignIn(db, 'users')} for key share`
  const due = await db`select 1 from sign_up_confirmations where user_id = ${user_id} and mail_due for update`
  return due.length === 1 ? user : undefined
}

/** Stores the link of the mail that is sent. Only the newest link is valid. */
export async function setSignUpLink(
  db: Queryable,
  link: { user_id: string; token_hash: Buffer; valid_until: Date },
): Promise<void> {
  await db`
    update sign_up_confirmations
    set mail_due = false, token_hash = ${link.token_hash}, valid_until = ${link.valid_until}
    where user_id = ${link.user_id}`
}

/** The user whose link this is, while it is valid. */
export async function findSignUpLink(db: Queryable, token_hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from sign_up_confirmations where token_hash = ${token_hash} and valid_until > ${now}`
  return row?.user_id
}

/** Consumes the link. Atomic: of two concurrent requests with the same link only one gets true. */
export async function consumeSignUpLink(db: Queryable, token_hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`
    delete from sign_up_confirmations where token_hash = ${token_hash} and valid_until > ${now} returning user_id`
  return rows.length === 1
}

/** Called when the address is proven in another way: no mail is due any more, and the link is invalid. */
export async function deleteSignUpConfirmation(db: Queryable, user_id: string): Promise<void> {
  await db`delete from sign_up_confirmations where user_id = ${user_id}`
}

/** Deletes expired links. */
export async function sweepSignUpConfirmations(db: Queryable, now: Date): Promise<void> {
  await db`delete from sign_up_confirmations where valid_until <= ${now} and not mail_due`
}
