import { useMatch } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { LaunchBanner } from '#web/features/landing/launch-banner.tsx'
import { Frame } from './frame.tsx'

/** The frame of public pages, which members see with their own header. */
export function OpenFrame() {
  const viewer = useUser()
  const isLanding = useMatch(paths.discover) !== null
  return (
    <Frame
      user={viewer.status === 'member' ? viewer.user : null}
      status={viewer.status}
      above={isLanding && <LaunchBanner />}
      withFooter
    />
  )
}
