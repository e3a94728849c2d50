import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls once when the element comes within `margin` pixels of the view; null while there is nothing to wait for. */
export function useNearView(element: RefObject<Element | null>, margin: number, onNear: (() => void) | null): void {
  const isWaiting = onNear !== null
  const near = useEffectEvent(() => onNear?.())

  useEffect(() => {
    if (!isWaiting || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        near()
      },
      // The second is for what scrolls in a box of its own.
      { rootMargin: `${margin}px 0px`, scrollMargin: `${margin}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWaiting, element, margin])
}
