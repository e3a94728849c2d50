import { isStaff } from '#server/access.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/errors.ts'
import { type SessionViewer, WITH_SECOND_FACTOR } from '#server/store/sessions.ts'
import { findFactors } from './tickets.ts'

/**
 * Whether this session may change what keeps the account: its factors, and the address to which everything about them is mailed. A
 * session that began without the second step must not, since it may be of somebody who has the password only. A trusted browser
 * gave the second step earlier, which is not enough for staff.
 */
export async function isStrongSession(db: Queryable, viewer: SessionViewer): Promise<boolean> {
  const { id, signed_in_with, role, shut_role } = viewer
  if (signed_in_with !== null && WITH_SECOND_FACTOR.includes(signed_in_with)) return true
  if (signed_in_with === 'trusted_browser' && !isStaff({ role: role ?? shut_role ?? null })) return true
  return (await findFactors(db, id)) === undefined
}

/** Call it again in the transaction that locks the user: a factor may have been added in the meantime. */
export async function refuseWeakSession(db: Queryable, viewer: SessionViewer): Promise<void> {
  if (await isStrongSession(db, viewer)) return
  throw new AppError('sign_in_again', 'Log in again, with your second step, to change this')
}
