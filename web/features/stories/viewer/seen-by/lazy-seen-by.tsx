import { type ComponentType, useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import type { SeenByProps } from './seen-by.tsx'

/** Loaded for the author only. If it fails to load, the story plays without it. */
export function LazySeenBy(props: SeenByProps) {
  const [Part, setPart] = useState<ComponentType<SeenByProps> | null>(null)
  useEffect(() => {
    let isGone = false
    Promise.all([withChunkTimeout(import('./seen-by.tsx')), loadNamespace('insights')]).then(
      ([{ SeenBy }]) => !isGone && setPart(() => SeenBy),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return Part && <Part {...props} />
}
