import { HOUR_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { maySignIn } from '#server/store/visibility/people.ts'

export const RESET_LINK_LIFETIME_MS = HOUR_MS

/** Only the newest link is valid. */
export async function replacePasswordReset(
  db: Queryable,
  reset: { user_id: string; token_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db`
    with older as (delete from password_resets where user_id = ${reset.user_id})
    insert into password_resets ${db(reset, 'user_id', 'token_hash', 'expires_at')}`
}

/** The user whose link this is, while it is valid. */
export async function findPasswordReset(db: Queryable, token_hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select r.user_id from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${token_hash} and r.expires_at > ${now} and ${maySignIn(db, 'u')}`
  return row?.user_id
}

/** Consumes the link. Atomic: of two concurrent requests with the same link only one gets true. */
export async function consumePasswordReset(db: Queryable, token_hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`
    delete from password_resets r using users u
    where u.id = r.user_id and r.token_hash = ${token_hash} and r.expires_at > ${now} and ${maySignIn(db, 'u')}
    returning r.user_id`
  return rows.length === 1
}

export async function deletePasswordResetsOf(db: Queryable, user_id: string): Promise<void> {
  await db`delete from password_resets where user_id = ${user_id}`
}

export async function sweepPasswordResets(db: Queryable, now: Date): Promise<void> {
  await db`delete from password_resets where expires_at <= ${now}`
}
