import { useIsMutating } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { SIGN_OUT } from '#web/features/accounts/sign-out.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { withPatience } from '#web/lib/patience.ts'

type InboxWatchProps = Parameters<typeof import('#web/features/conversations/inbox-watch.tsx').InboxWatch>[0]

/** Connects and counts what is unread, once the page has nothing better to do. Should it not come, nothing is counted. */
export function LazyInboxWatch(props: InboxWatchProps) {
  const [Watch, setWatch] = useState<ComponentType<InboxWatchProps> | null>(null)
  useEffect(() => {
    whenIdle(async () => {
      const { InboxWatch } = await withPatience(import('#web/features/conversations/inbox-watch.tsx'))
      setWatch(() => InboxWatch)
    })
  }, [])
  const isLeaving = useIsMutating({ mutationKey: SIGN_OUT }) > 0
  return Watch && !isLeaving && <Watch {...props} />
}
