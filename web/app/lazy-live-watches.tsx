import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'

type LiveWatches = typeof import('./live-watches.tsx')['LiveWatches']

/** Loads the live connection and the unread counts when the page is idle. If they fail to load, the page works without. */
export function LazyLiveWatches(props: Parameters<LiveWatches>[0]) {
  const [watches, setWatches] = useState<{ LiveWatches: LiveWatches } | null>(null)
  useEffect(() => {
    whenIdle(async () => setWatches(await withChunkTimeout(import('./live-watches.tsx'))))
  }, [])
  const isLeaving = useIsMutating({ mutationKey: mutationKeys.sign_out }) > 0
  return watches && !isLeaving ? <watches.LiveWatches {...props} /> : null
}
