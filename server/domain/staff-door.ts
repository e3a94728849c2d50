import type { Role } from '#contract/accounts.ts'
import type { Viewer } from '#server/access.ts'
import type { Config } from '#server/config.ts'
import { type SignedInWith, WITH_SECOND_FACTOR } from '#server/store/sessions.ts'

/**
 * With STAFF_SECOND_FACTOR=required a session that was begun without a second factor has no role: everything that asks for the
 * role, on every way in, treats its owner as any member. `shut_role` only explains the refusal.
 */
export function shutStaffDoor<V extends Pick<Viewer, 'role'> & { signed_in_with: SignedInWith | null }>(
  { staff_second_factor }: Pick<Config, 'staff_second_factor'>,
  viewer: V,
): V & { shut_role?: Role } {
  if (viewer.role === null || staff_second_factor === 'optional') return viewer
  if (viewer.signed_in_with !== null && WITH_SECOND_FACTOR.includes(viewer.signed_in_with)) return viewer
  return { ...viewer, role: null, shut_role: viewer.role }
}
