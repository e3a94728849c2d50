import { DELETION_GRACE_DAYS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { wrongCurrentPassword } from '#server/domain/current-password.ts'
import { sendAnyway } from '#server/jobs/send-anyway.ts'
import { insertDeletionRequest } from '#server/store/deletion-requests.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { later } from '#server/time.ts'

const GRACE_MS = DELETION_GRACE_DAYS * DAY_MS

/** Soft delete: hides the account and ends all its sessions. Returns the end of the grace period. */
export async function requestDeletion(
  ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>,
  viewer: Viewer,
  /** The hash of the current password, which was just verified. */
  current_hash: string,
): Promise<Date> {
  const erased_at = later(ctx.now(), GRACE_MS)
  await ctx.db.begin(async (db) => {
    const request = { user_id: viewer.id, password_hash: current_hash, erased_at }
    if (!(await insertDeletionRequest(db, request))) throw wrongCurrentPassword()
    await deleteSessionsOf(db, viewer.id)
  })
  ctx.live.publish({ kind: 'user_ended', user_id: viewer.id })
  await sendAnyway(ctx, 'confirm_deletion', { user_id: viewer.id })
  return erased_at
}
