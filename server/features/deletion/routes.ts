import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { endpoints } from '#contract/index.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { verifyCurrentPassword, wrongCurrentPassword } from '#server/domain/current-password.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { insertDeletionRequest } from '#server/store/deletion/deletion-requests.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { later } from '#server/time.ts'
import { confirmDeletion, eraseAccounts } from './erasure.ts'

export const deletion: Feature = {
  routes: deletionRoutes,
  jobs: {
    confirm_deletion: { run: confirmDeletion },
    erase_accounts: { schedule: '27 * * * *', run: eraseAccounts },
  },
}

function deletionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.request_deletion, {
    limit: {
      counted_in_action: ['current_password_guess', 'deletion'],
      because: 'The current password is checked first.',
    },
  })(async ({ body, viewer }) => {
    const current_hash = await verifyCurrentPassword(ctx, viewer, body.current_password)
    // Signing in cancels the deletion, so it can be requested again, and each request sends a mail.
    await limitRate(ctx, 'deletion', { user_id: viewer.id })
    const erased_at = await requestDeletion(ctx, viewer, current_hash)
    return { erased_at: erased_at.toISOString() }
  })
}

const GRACE_MS = DELETION_GRACE_DAYS * DAY_MS

/** Soft delete: hides the account and ends all its sessions. Returns the end of the grace period. */
async function requestDeletion(
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
  await trySend(ctx, 'confirm_deletion', { user_id: viewer.id })
  return erased_at
}
