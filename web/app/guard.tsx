import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { ROLES, type Role, type User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { erasureDate, forgetReturnTo, rememberReturnTo } from '#web/lib/return-to.ts'
import { FirstFrame } from './initial-spinner.tsx'

/** The roles that may open the admin pages, unless their session was begun without a second factor. */
const STAFF: readonly Role[] = ROLES

export function isStaff(user: User): boolean {
  return user.role !== null && STAFF.includes(user.role) && user.staff_door !== 'shut'
}

/** Route guard: renders its children for members, and redirects everybody else. */
export function Guard({ children }: { children: (user: User) => ReactNode }) {
  const viewer = useUser()
  if (viewer.status === 'loading') return <FirstFrame />
  if (viewer.status !== 'member') return <RedirectVisitor />
  return <Admitted>{children(viewer.user)}</Admitted>
}

/** Remembers the page, so that logging in returns to it. After the deletion of an account, the login page confirms it. */
function RedirectVisitor() {
  const { pathname, search, hash } = useLocation()
  const asked = `${pathname}${search}${hash}`
  const isDeleted = erasureDate() !== null
  useLayoutEffect(() => {
    // After a sign-out the old page renders once more, though nobody has asked for it.
    const isLeaving = location.pathname !== pathname
    if (pathname !== paths.home && !isLeaving && !isDeleted) rememberReturnTo(asked)
  }, [pathname, asked, isDeleted])
  return <Navigate to={isDeleted ? paths.login : paths.discover} replace />
}

/** Clears the remembered page, because a member has reached a page behind the guard. */
function Admitted({ children }: { children: ReactNode }) {
  useEffect(forgetReturnTo, [])
  return children
}

/** Nested guard: pages for staff. */
export function StaffOnly() {
  const viewer = useUser()
  if (viewer.status === 'member' && viewer.user.staff_door) return <Navigate to={paths.staff_door} replace />
  if (viewer.status === 'member' && isStaff(viewer.user)) return <Outlet />
  return <Navigate to={paths.discover} replace />
}

/** Nested guard: pages for members with a profile. Other members are redirected to their home page. */
export function CreatorsOnly() {
  const viewer = useUser()
  if (viewer.status === 'member' && viewer.user.profile_id !== null) return <Outlet />
  return <Navigate to={paths.home} replace />
}
