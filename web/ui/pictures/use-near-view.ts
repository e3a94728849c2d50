import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { afterFirstView, isFirstViewShown } from '#web/lib/first-view.ts'

/**
 * Calls back when the element is within `distance` pixels of the viewport (IntersectionObserver). Null observes nothing.
 * Before the first view is shown it must be in the viewport.
 */
export function useNearView(
  element: RefObject<Element | null>,
  distance: number,
  onNear: (() => unknown) | null,
): void {
  const [isFirst, setFirst] = useState(() => !isFirstViewShown())
  const margin = isFirst ? 0 : distance
  useEffect(() => {
    if (isFirst) afterFirstView(() => setFirst(false))
  }, [isFirst])
  const isWaiting = onNear !== null
  const near = useEffectEvent(async () => {
    await onNear?.()
  })

  useEffect(() => {
    const { current } = element
    if (!isWaiting || !current) return
    let isOver = false
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        // The callback may have no visible effect, for example if a refetch has cancelled it. If the element is still near, it is called again.
        void near().then(() => {
          if (!isOver) observer.observe(current)
        })
      },
      // `scrollMargin` is for elements in a nested scroll container.
      { rootMargin: `${margin}px 0px`, scrollMargin: `${margin}px 0px` },
    )
    observer.observe(current)
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [isWaiting, element, margin])
}
