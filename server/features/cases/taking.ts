import type { AuditAction } from '#contract/staff.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import { type LockedCase, lockCase, setLegalHold, setTaker } from '#server/store/cases/files.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'

type Writing = Pick<Context, 'db' | 'now'>

/** Idempotent. Of two people at once one gets the case, and the other is told who has it. */
export async function takeCase(ctx: Writing, staff: Viewer, id: string, take_over: boolean): Promise<void> {
  if (take_over && staff.role !== 'admin') throw forbidden()
  await change(ctx, staff, id, async (db, { taker_id, taker, is_decided }) => {
    if (is_decided) throw notFound()
    if (taker_id === staff.id) return undefined
    if (taker_id !== null && !take_over) throw takenBy(taker)
    await setTaker(db, id, staff.id)
    return { action: 'case_taken', details: {} }
  })
}

/** Idempotent. A case that somebody else has stays theirs. */
export async function releaseCase(ctx: Writing, staff: Viewer, id: string): Promise<void> {
  await change(ctx, staff, id, async (db, { taker_id, taker }) => {
    if (taker_id !== null && taker_id !== staff.id) throw takenBy(taker)
    await setTaker(db, id, null)
    return undefined
  })
}

export async function changeLegalHold(ctx: Writing, staff: Viewer, id: string, legal_hold: boolean): Promise<void> {
  await change(ctx, staff, id, async (db, before) => {
    if (before.legal_hold === legal_hold) return undefined
    await setLegalHold(db, id, legal_hold)
    return { action: 'legal_hold_changed', details: { legal_hold } }
  })
}

interface Change {
  action: AuditAction
  details: Record<string, boolean>
}

/** Locks the case, and stores the change together with its line in the audit log. */
async function change(
  { db: sql, now }: Writing,
  staff: Viewer,
  id: string,
  apply: (db: Tx, before: LockedCase) => Promise<Change | undefined>,
): Promise<void> {
  await sql.begin(async (db) => {
    const before = await lockCase(db, staff.id, id)
    if (!before) throw notFound()
    const made = await apply(db, before)
    if (!made) return
    await insertAuditEntry(db, {
      id: newId(now()),
      staff_id: staff.id,
      action: made.action,
      user_id: before.subject_id ?? staff.id,
      details: { case_id: id, ...made.details },
      created_at: now(),
    })
  })
}

function takenBy(username: string | null): AppError {
  return new AppError('case_taken', 'Somebody else has taken this case', { taken_by: username ?? '' })
}
