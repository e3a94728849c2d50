import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { wantsLessData } from '#web/lib/less-data.ts'
import { toast } from '#web/lib/toasts.ts'

interface Openable {
  open: boolean
  onClose: () => void
}

/**
 * A component that renders nothing, and loads nothing, until it is opened for the first time, or `ahead` of that, when
 * the page is idle and the reader does not save data: most will open it, and the network may be slow or gone by then. When loading fails it says
 * so and closes, and the page lives on; React's `lazy` would take it down. (Browsers remember a module that failed, so
 * only a reload helps.)
 */
export function lazyOverlay<Props extends Openable>(
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
      if (ahead && !wantsLessData()) whenIdle(async () => void (await load()))
    }, [])

    useEffect(() => {
      if (!props.open) return
      let left = false
      withChunkTimeout(load()).then(
        (component) => !left && arrive(() => component),
        () => !left && fail(),
      )
      return () => {
        left = true
      }
    }, [props.open])

    return Overlay && <Overlay {...props} />
  }
}
