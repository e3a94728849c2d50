import type { Queryable, Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'

export interface SavedReplyRow {
  id: string
  content: string
  created_at: Date
}

export async function listSavedReplies(db: Queryable, creator_id: string): Promise<SavedReplyRow[]> {
  return await db<SavedReplyRow[]>`
    select id, content, created_at from saved_replies where creator_id = ${creator_id} order by id desc`
}

interface NewReply {
  creator_id: string
  content: string
  now: Date
}

/**
 * Adds a reply, or finds the one with the same words. Undefined if the creator has `max` already. Locks the creator, so
 * that two devices cannot both add the last one.
 */
export async function insertSavedReply(
  db: Tx,
  { creator_id, content, now }: NewReply,
  max: number,
): Promise<(SavedReplyRow & { is_new: boolean }) | undefined> {
  await db`select 1 from profiles where id = ${creator_id} for no key update`
  const all = await listSavedReplies(db, creator_id)
  const known = all.find((reply) => reply.content === content)
  if (known) return { ...known, is_new: false }
  if (all.length >= max) return undefined
  const row = { id: newId(now), content, created_at: now }
  await db`insert into saved_replies ${db({ ...row, creator_id })}`
  return { ...row, is_new: true }
}

/** Undefined if the creator has no such reply. */
export async function updateSavedReply(
  db: Queryable,
  creator_id: string,
  { id, content }: { id: string; content: string },
): Promise<SavedReplyRow | undefined> {
  const [row] = await db<SavedReplyRow[]>`
    update saved_replies set content = ${content} where id = ${id} and creator_id = ${creator_id}
    returning id, content, created_at`
  return row
}

export async function deleteSavedReply(db: Queryable, creator_id: string, id: string): Promise<boolean> {
  const rows = await db`delete from saved_replies where id = ${id} and creator_id = ${creator_id} returning id`
  return rows.length === 1
}
