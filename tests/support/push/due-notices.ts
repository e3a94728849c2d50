import type { Queryable } from '#server/db/connect.ts'
import type { NewNotice } from '#server/store/notices.ts'
import { insertNotice } from '#tests/support/database/notice-rows.ts'

type Due = Omit<NewNotice, 'id' | 'user_id' | 'created_at'> & { created_at: Date; push_at?: Date }

/** A notice whose push is due: at once, or later. Returns its id. */
export async function insertDueNotice(
  db: Queryable,
  reader: { id: string },
  { push_at, ...notice }: Due,
): Promise<string> {
  const id = await insertNotice(db, reader, notice)
  await db`update member_notices set push_at = ${push_at ?? notice.created_at} where id = ${id}`
  return id
}
