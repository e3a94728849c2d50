import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { listStaffToTell, type StaffNotice } from '#server/store/staff/staff-mails.ts'
import { notify } from './notify.ts'

/**
 * Tells the staff of a new case or an appeal, or the admins of a verification, in the product. Who has not read the last notice of that kind gets no other
 * one. A job mails them a summary, so that the notices themselves are not mailed. Call it in the transaction of the event,
 * and `publishNotices` for the returned people after the commit.
 */
export async function tellStaff(
  db: Tx,
  kind: StaffNotice,
  now: Date,
  /** Whom it is about, who may be staff. */
  subject_id: string | null = null,
): Promise<string[]> {
  const user_ids = await listStaffToTell(db, kind, subject_id)
  await notify(
    db,
    user_ids.map((user_id) => ({ id: newId(now), user_id, kind, created_at: now })),
  )
  return user_ids
}
