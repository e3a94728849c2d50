import { useUser } from '#web/features/accounts/queries.ts'
import { FrozenBand } from '#web/features/decisions/frozen-band.tsx'
import { Frame } from './frame.tsx'

/** The frame of a decision about the reader, which says above everything else that the account is frozen. */
export function DecisionFrame() {
  const viewer = useUser()
  return (
    <Frame
      user={viewer.status === 'member' ? viewer.user : null}
      status={viewer.status}
      above={<FrozenBand />}
      withFooter
    />
  )
}
