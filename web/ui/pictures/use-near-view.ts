import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls when the element comes within `margin` pixels of the view; null while there is nothing to wait for. */
export function useNearView(element: RefObject<Element | null>, margin: number, onNear: (() => unknown) | null): void {
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
        // A page that is asked for may give way to a newer list before anything of it was drawn: who still waits then asks again.
        void near().then(() => {
          if (!isOver) observer.observe(current)
        })
      },
      // The second is for what scrolls in a box of its own.
      { rootMargin: `${margin}px 0px`, scrollMargin: `${margin}px 0px` },
    )
    observer.observe(current)
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [isWaiting, element, margin])
}
