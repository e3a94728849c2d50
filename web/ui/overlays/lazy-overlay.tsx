import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { isDataSaverOn } from '#web/lib/data-saver.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { toast } from '#web/lib/toasts.ts'

interface OverlayProps {
  open: boolean
  onClose: () => void
}

/**
 * Lazy component: loads when it is opened for the first time. With `ahead` it is prefetched when the page is idle, unless
 * the data saver is on, because the network may be slow or lost when it is opened. If loading fails, it shows a toast and
 * closes; React's `lazy` would replace the page with the error boundary. (Browsers cache a failed module, so that only a
 * reload helps.)
 */
export function lazyOverlay<Props extends OverlayProps>(
  load: () => Promise<ComponentType<Props>>,
  { quiet = false, ahead = false }: { quiet?: boolean; ahead?: boolean } = {},
): ComponentType<Props> {
  return function LazyOverlay(props: Props) {
    const { t } = useTranslation()
    const [Overlay, setOverlay] = useState<ComponentType<Props> | null>(null)

    const arrive = useEffectEvent(setOverlay)
    const fail = useEffectEvent(() => {
      props.onClose()
      if (!quiet) toast({ type: 'error', message: t('ui.load_failed') })
    })

    useEffect(() => {
      if (ahead && !isDataSaverOn()) whenIdle(async () => void (await load()))
    }, [])

    useEffect(() => {
      if (!props.open) return
      let isUnmounted = false
      withChunkTimeout(load()).then(
        (component) => !isUnmounted && arrive(() => component),
        () => !isUnmounted && fail(),
      )
      return () => {
        isUnmounted = true
      }
    }, [props.open])

    return Overlay && <Overlay {...props} />
  }
}
