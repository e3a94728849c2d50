import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { Role, User } from '#contract/accounts.ts'
import { ROLES } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { farewell, forgetReturnTo, rememberReturnTo } from '#web/lib/return-to.ts'
import { FrameSkeleton } from './frame-skeleton.tsx'

/** Those who may open the admin pages. */
const STAFF: readonly Role[] = ROLES

export function isStaff(user: User): boolean {
  return user.role !== null && STAFF.includes(user.role)
}

/** Lets members in and passes them on; sends everybody else to /discover. */
export function Guard({ children }: { children: (user: User) => ReactNode }) {
  const viewer = useUser()
  if (viewer.status === 'loading') return <FrameSkeleton />
  if (viewer.status !== 'member') return <TurnedAway />
  return <LetIn>{children(viewer.user)}</LetIn>
}

/** Logging in leads back to where the guard stood in the way. Who has just deleted their account is told at the door. */
function TurnedAway() {
  const { pathname, search, hash } = useLocation()
  const asked = `${pathname}${search}${hash}`
  const isGone = farewell() !== null
  useLayoutEffect(() => {
    // A page that somebody is leaving as they log out is still drawn once more, but not asked for.
    const isLeaving = location.pathname !== pathname
    if (pathname !== paths.home && !isLeaving && !isGone) rememberReturnTo(asked)
  }, [pathname, asked, isGone])
  return <Navigate to={isGone ? paths.login : paths.discover} replace />
}

/** Who has arrived needs no way back any more. */
function LetIn({ children }: { children: ReactNode }) {
  useEffect(forgetReturnTo, [])
  return children
}

/** Below a guard: pages for some roles only. */
export function StaffOnly() {
  const viewer = useUser()
  if (viewer.status === 'member' && isStaff(viewer.user)) return <Outlet />
  return <Navigate to={paths.discover} replace />
}

/** Below a guard: pages for those who have a profile. The others are members all the same, so they stay in the house. */
export function CreatorsOnly() {
  const viewer = useUser()
  if (viewer.status === 'member' && viewer.user.profile_id !== null) return <Outlet />
  return <Navigate to={paths.home} replace />
}
