import { type ComponentType, useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { whenIdle } from '#web/lib/idle.ts'

/** Loaded in the installed app only. If it fails to load, the Home tab still refreshes. */
export function LazyPullToRefresh() {
  const [Pull, setPull] = useState<ComponentType | null>(null)
  useEffect(() => {
    whenIdle(async () => {
      const { PullToRefresh } = await withChunkTimeout(import('./pull-to-refresh.tsx'))
      setPull(() => PullToRefresh)
    })
  }, [])
  return Pull && <Pull />
}
