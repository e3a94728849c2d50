import { Navigate, Outlet } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { returnTo } from '#web/lib/return-to.ts'
import { InitialSpinner } from './initial-spinner.tsx'

/** Route guard of the sign-in pages: redirects members. */
export function VisitorsOnly() {
  const viewer = useUser()
  if (viewer.status === 'member') return <Navigate to={returnTo() ?? paths.home} replace />
  return viewer.status === 'loading' ? <InitialSpinner /> : <Outlet />
}
