import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'

type Watches = Pick<typeof import('./refetch-on-reconnect.ts'), 'RefetchOnReconnect'> &
  Pick<typeof import('#web/features/conversations/inbox/inbox-watch.tsx'), 'InboxWatch'> &
  Pick<typeof import('#web/features/notices/notices-watch.tsx'), 'NoticesWatch'> &
  Pick<typeof import('#web/features/blocks/blocks-watch.tsx'), 'BlocksWatch'>

/** Loads the live connection and the unread counts when the page is idle. If they fail to load, the page works without. */
export function LazyInboxWatch(props: Parameters<Watches['InboxWatch']>[0]) {
  const [watches, setWatches] = useState<Watches | null>(null)
  useEffect(() => {
    whenIdle(async () => {
      const [{ RefetchOnReconnect }, { InboxWatch }, { NoticesWatch }, { BlocksWatch }] = await withChunkTimeout(
        Promise.all([
          import('./refetch-on-reconnect.ts'),
          import('#web/features/conversations/inbox/inbox-watch.tsx'),
          import('#web/features/notices/notices-watch.tsx'),
          import('#web/features/blocks/blocks-watch.tsx'),
        ]),
      )
      setWatches({ RefetchOnReconnect, InboxWatch, NoticesWatch, BlocksWatch })
    })
  }, [])
  const isLeaving = useIsMutating({ mutationKey: mutationKeys.sign_out }) > 0
  if (!watches || isLeaving) return null
  return (
    <>
      <watches.RefetchOnReconnect />
      <watches.InboxWatch {...props} />
      <watches.NoticesWatch />
      <watches.BlocksWatch />
    </>
  )
}
