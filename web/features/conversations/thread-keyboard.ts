import { type RefObject, useEffect } from 'react'

/** Less than this is not a keyboard, but a bar of the browser that comes and goes. */
const KEYBOARD_PX = 120

/** Phones lay their keyboard over the page. The box ends above it, so that what one writes and reads stays in view. */
export function useAboveKeyboard(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: view } = globalThis
    const element = box.current
    if (!view || !element) return
    const fit = () => {
      // Who has zoomed in sees a part of the page as well, and wants it to stay as it is.
      const isCovered = view.scale === 1 && innerHeight - view.height > KEYBOARD_PX
      element.style.maxHeight = isCovered ? `${view.height}px` : ''
      element.style.translate = isCovered ? `0 ${view.offsetTop}px` : ''
    }
    view.addEventListener('resize', fit)
    view.addEventListener('scroll', fit)
    return () => {
      view.removeEventListener('resize', fit)
      view.removeEventListener('scroll', fit)
    }
  }, [box])
}
