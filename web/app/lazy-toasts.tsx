import { type ComponentType, useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { subscribeToToasts } from '#web/lib/toasts.ts'

/** Fetched with the first message, or before it when the page is idle: the message may be that the network is gone. */
export function LazyToasts() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)

  useEffect(() => {
    async function load() {
      const module = await withChunkTimeout(import('#web/ui/overlays/toasts.tsx'))
      setToasts(() => module.Toasts)
    }
    whenIdle(load)
    // Should it not come now, the next message asks again.
    return subscribeToToasts(() => void load().catch(() => {}))
  }, [])

  return Toasts && <Toasts />
}
