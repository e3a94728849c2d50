import { EMAIL_UNDO_DAYS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isPresent } from './visibility/people.ts'

export const CONFIRM_LINK_LIFETIME_MS = HOUR_MS

interface NewEmailChange {
  id: string
  user_id: string
  new_email: string
  confirm_until: Date
}

/** Takes the place of the one that waits, and of its link. */
export async function upsertEmailChange(db: Queryable, change: NewEmailChange): Promise<void> {
  await db`
    insert into email_changes ${db(change, 'id', 'user_id', 'new_email', 'confirm_until')}
    on conflict (user_id) where confirmed_at is null do update
    set id = excluded.id, new_email = excluded.new_email, confirm_until = excluded.confirm_until, confirm_hash = null`
}

/** Makes this the link that confirms. Where it goes to, unless there is nothing left to confirm. */
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

/** Whose link this is, while it works. */
export async function findConfirmLink(db: Queryable, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from email_changes
    where confirm_hash = ${hash} and confirmed_at is null and confirm_until > ${now}`
  return row?.user_id
}

/** Uses the link up, and keeps the address there was. Of two who come with the same one, one alone gets an answer. */
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
    returning c.id, c.new_email`
  return change
}

/** The changes whose old address was not told yet, while there is time to undo them. */
export async function listUnmailedChanges(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from email_changes where undo_until > ${now} and undo_hash is null order by id`
  return rows.map(({ id }) => id)
}

/** A change whose old address is to be told, held until the transaction ends. Undefined when it was told, or it is too late. */
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

/** Makes this the link that undoes. */
export async function setUndoLink(db: Queryable, link: { id: string; undo_hash: Buffer }): Promise<void> {
  await db`update email_changes set undo_hash = ${link.undo_hash} where id = ${link.id}`
}

export async function findUndoLink(db: Queryable, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from email_changes where undo_hash = ${hash} and undo_until > ${now}`
  return row?.user_id
}

/** Uses the link up, and with it every change that came later or still waits: whoever made them goes no further. */
export async function consumeUndoLink(db: Queryable, hash: Buffer, now: Date): Promise<string | undefined> {
  const [change] = await db<{ old_email: string }[]>`
    with undone as (
      select user_id, old_email, confirmed_at from email_changes
      where undo_hash = ${hash} and undo_until > ${now}
      for update
    ), gone as (
      delete from email_changes c using undone
      where c.user_id = undone.user_id and (c.confirmed_at is null or c.confirmed_at >= undone.confirmed_at)
    )
    select old_email from undone`
  return change?.old_email
}

/** True while somebody else can take this address back. */
export async function isEmailReserved(
  db: Queryable,
  { email_key, user_id, now }: { email_key: string; user_id: string; now: Date },
): Promise<boolean> {
  const rows = await db`
    select 1 from email_changes
    where old_email_key = ${email_key} and user_id <> ${user_id} and undo_until > ${now} limit 1`
  return rows.length === 1
}

/** Whoever asked for it may be the one a new password keeps out. */
export async function deletePendingEmailChange(db: Queryable, user_id: string): Promise<void> {
  await db`delete from email_changes where user_id = ${user_id} and confirmed_at is null`
}

/** Of who is about to leave they stay: what was left under the address before is erased with the account. */
export async function sweepEmailChanges(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from email_changes
    where (confirmed_at is null and confirm_until <= ${now})
      or (confirmed_at is not null and undo_until <= ${now} and ${isPresent(db, 'email_changes.user_id')})`
}
