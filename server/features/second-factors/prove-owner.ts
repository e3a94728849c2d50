import { MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { verifyCurrentPassword } from '#server/domain/current-password.ts'
import { findFactors } from '#server/domain/second-factors/tickets.ts'
import { AppError } from '#server/errors.ts'
import type { SessionViewer, SignedInWith } from '#server/store/sessions.ts'

/** Right after a sign-in the password is not asked for again. */
const FRESH_MS = 10 * MINUTE_MS

/** A session that began without the second step must not be able to change it: it may be of somebody who has the password only. */
const MAY_CHANGE: readonly (SignedInWith | null)[] = ['passkey', 'app', 'recovery_code', 'trusted_browser']

export function isFresh({ now }: Pick<Context, 'now'>, viewer: SessionViewer): boolean {
  return viewer.signed_in_with !== 'trusted_browser' && now().getTime() - viewer.session_began_at.getTime() < FRESH_MS
}

export async function mayChange(db: Queryable, viewer: SessionViewer): Promise<boolean> {
  return MAY_CHANGE.includes(viewer.signed_in_with) || (await findFactors(db, viewer.id)) === undefined
}

/** Call it again in the transaction that locks the user: a factor may have been added in the meantime. */
export async function refuseWeakSession(db: Queryable, viewer: SessionViewer): Promise<void> {
  if (await mayChange(db, viewer)) return
  throw new AppError('sign_in_again', 'Log in again, with your second step, to change this')
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
