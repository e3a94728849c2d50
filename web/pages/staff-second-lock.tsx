import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { StaffSecondLock } from '#web/features/second-factors/staff-second-lock.tsx'

/** In place of the pages of staff while the door is shut. It stays when the door has just opened: recovery codes are shown here. */
export function StaffSecondLockPage() {
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  const { role, email, staff_door } = viewer.user
  if (role === null) return <Navigate to={paths.home} replace />
  return <StaffSecondLock email={email} isShut={staff_door === 'shut'} />
}
