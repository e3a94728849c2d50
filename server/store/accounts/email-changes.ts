import { HOUR_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isPresent, maySignIn } from '#server/store/visibility/people.ts'

export const CONFIRM_LINK_LIFETIME_MS = HOUR_MS
/** How long a confirmed change can be undone. */
export const EMAIL_UNDO_DAYS = 7

interface NewEmailChange {
  id: string
  user_id: string
  new_email: string
  confirm_until: Date
}

/** Upsert: replaces the pending change of this user, and invalidates its link. */
export async function upsertEmailChange(db: Queryable, change: NewEmailChange): Promise<void> {
  await db`
    insert into email_changes ${db(change, 'id', 'user_id', 'new_email', 'confirm_until')}
    on conflict (user_id) where confirmed_at is null do update
    set id = excluded.id, new_email = excluded.new_email, confirm_until = excluded.confirm_until, confirm_hash = null`
}

/** Sets the link that confirms. Undefined if there is no pending change any more. */
export async function setConfirmLink(
  db: Queryable,
  link: { id: string; confirm_hash: Buffer; confirm_until: Date },
): Promise<{ user_id: string; new_email: string } | undefined> {
  const [change] = await db<{ user_id: string; new_email: string }[]>`
    update email_changes set confirm_hash = ${link.confirm_hash}, confirm_until = ${link.confirm_until}
    where id = ${link.id} and confirmed_at is null
    returning user_id, new_email`
  return change
}

/** The user whose link this is, while it is valid. */
export async function findConfirmLink(db: Queryable, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select c.user_id from email_changes c join users u on u.id = c.user_id
    where c.confirm_hash = ${hash} and c.confirmed_at is null and c.confirm_until > ${now} and ${maySignIn(db, 'u')}`
  return row?.user_id
}

/**
 * Consumes the link and stores the previous address. Atomic: of two concurrent requests with the same link only one
 * gets a result.
 */
export async function consumeConfirmLink(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<{ id: string; new_email: string } | undefined> {
  const [change] = await db<{ id: string; new_email: string }[]>`
    update email_changes c
    set confirmed_at = ${now}, confirm_hash = null, old_email = u.email, old_email_key = u.email_key,
      undo_until = ${now}::timestamptz + make_interval(days => ${EMAIL_UNDO_DAYS})
    from users u
    where u.id = c.user_id and c.confirm_hash = ${hash} and c.confirmed_at is null and c.confirm_until > ${now}
      and ${maySignIn(db, 'u')}
    returning c.id, c.new_email`
  return change
}

/** The changes whose old address was not notified yet, while they can still be undone. */
export async function listUnmailedChanges(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from email_changes where undo_until > ${now} and undo_hash is null order by id`
  return rows.map(({ id }) => id)
}

/**
 * Locks a change until the transaction ends (`for update`). Undefined if the old address was notified already, or the
 * change cannot be undone any more.
 */
export async function lockUnmailedChange(
  db: Queryable,
  id: string,
  now: Date,
): Promise<{ user_id: string; old_email: string } | undefined> {
  const [change] = await db<{ user_id: string; old_email: string }[]>`
    select user_id, old_email from email_changes
    where id = ${id} and undo_until > ${now} and undo_hash is null
    for update`
  return change
}

/** Sets the link that undoes the change. */
export async function setUndoLink(db: Queryable, link: { id: string; undo_hash: Buffer }): Promise<void> {
  await db`update email_changes set undo_hash = ${link.undo_hash} where id = ${link.id}`
}

export async function findUndoLink(db: Queryable, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select c.user_id from email_changes c join users u on u.id = c.user_id
    where c.undo_hash = ${hash} and c.undo_until > ${now} and ${maySignIn(db, 'u')}`
  return row?.user_id
}

/** Consumes the link, and deletes every later or pending change: whoever made them must not go on. */
export async function consumeUndoLink(db: Queryable, hash: Buffer, now: Date): Promise<string | undefined> {
  const [change] = await db<{ old_email: string }[]>`
    with undone as (
      select c.user_id, c.old_email, c.confirmed_at from email_changes c join users u on u.id = c.user_id
      where c.undo_hash = ${hash} and c.undo_until > ${now} and ${maySignIn(db, 'u')}
      for update of c
    ), gone as (
      delete from email_changes c using undone
      where c.user_id = undone.user_id and (c.confirmed_at is null or c.confirmed_at >= undone.confirmed_at)
    )
    select old_email from undone`
  return change?.old_email
}

/** True while another user can still restore this address to their account. */
export async function isEmailReserved(
  db: Queryable,
  { email_key, user_id, now }: { email_key: string; user_id: string; now: Date },
): Promise<boolean> {
  const rows = await db`
    select 1 from email_changes
    where old_email_key = ${email_key} and user_id <> ${user_id} and undo_until > ${now} limit 1`
  return rows.length === 1
}

/** Called when the password changes: the pending change may have been requested by an intruder. */
export async function deletePendingEmailChange(db: Queryable, user_id: string): Promise<void> {
  await db`delete from email_changes where user_id = ${user_id} and confirmed_at is null`
}

/** Deletes expired links. Those of soft-deleted accounts stay: the erasure needs the former addresses. */
export async function sweepEmailChanges(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from email_changes
    where (confirmed_at is null and confirm_until <= ${now})
      or (confirmed_at is not null and undo_until <= ${now} and ${isPresent(db, 'email_changes.user_id')})`
}
