import type { Queryable } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { newId } from '#server/store/ids.ts'
import type { NewNotice } from '#server/store/notices.ts'

interface Removal {
  author: { id: string }
  /** The text of the removed post. */
  description?: string
  /** The reason that staff gave. */
  reason?: string | null
  at?: Date
}

/** Inserts the case of a post that staff removed, and the notice for its author. Returns the id of the notice. */
export async function insertRemovalNotice(db: Queryable, { author, ...removal }: Removal): Promise<string> {
  const { description = 'A picture', reason = null, at = new Date() } = removal
  const [case_id, post_id] = [newId(at), newId(at)]
  await db`
    insert into report_cases (id, post_id, author_id, description, protected, outcome, note, handled_at)
    values (${case_id}, ${post_id}, ${author.id}, ${description}, false, 'removed', ${reason}, ${at})`
  return await insertNotice(db, author, { kind: 'post_removed', details: { reason }, post_id, case_id, created_at: at })
}

type NoticeInput = Omit<NewNotice, 'id' | 'user_id' | 'created_at'> & { created_at?: Date }

/** Inserts a notice. Returns its id. */
export async function insertNotice(db: Queryable, user: { id: string }, notice: NoticeInput): Promise<string> {
  const { created_at = new Date() } = notice
  const id = newId(created_at)
  await notify(db, [{ id, user_id: user.id, ...notice, created_at }])
  return id
}
