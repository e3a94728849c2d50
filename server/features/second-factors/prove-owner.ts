import { MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { verifyCurrentPassword } from '#server/domain/current-password.ts'
import { refuseWeakSession } from '#server/domain/second-factors/strong-session.ts'
import { AppError } from '#server/errors.ts'
import type { SessionViewer } from '#server/store/sessions.ts'

/** Right after a sign-in the password is not asked for again. */
const FRESH_MS = 10 * MINUTE_MS

export function isFresh({ now }: Pick<Context, 'now'>, viewer: SessionViewer): boolean {
  return viewer.signed_in_with !== 'trusted_browser' && now().getTime() - viewer.session_began_at.getTime() < FRESH_MS
}

/** Changes of factors take the current password, or a sign-in of a few minutes ago. */
export async function proveOwner(
  ctx: Context,
  viewer: SessionViewer,
  { current_password }: { current_password?: string | undefined },
): Promise<void> {
  await refuseWeakSession(ctx.db, viewer)
  if (current_password !== undefined) await verifyCurrentPassword(ctx, viewer, current_password)
  else if (!isFresh(ctx, viewer))
    throw new AppError('invalid', 'This needs your current password', { current_password: 'is required' })
}
