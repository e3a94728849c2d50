import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react'
import { type AboveKeyboard, watchKeyboard } from '#web/ui/forms/soft-keyboard.ts'

/** Below this height three toasts would cover what the page is about. */
const LOW_WINDOW_PX = 480
/** The gap between the header and the first toast. */
const BELOW_HEADER_PX = 12
/** With the keyboard open they lie over the header, close to the upper edge. */
const FROM_EDGE_PX = 6

interface Place {
  style: CSSProperties
  /** Whether there is room for one toast only. */
  isTight: boolean
}

/**
 * Where the toasts stand. On a desktop that is below the header, which may itself stand below a banner. With a phone's
 * keyboard open it is the upper edge of what is still visible: the keyboard hides the usual place at the foot, and the
 * end of a thread and its input are right above the keyboard.
 */
export function useToastPlace(isAnyShown: boolean): Place {
  const [header, setHeader] = useState(0)
  const [above, setAbove] = useState<AboveKeyboard | null>(null)
  const [isLow, setLow] = useState(false)

  useLayoutEffect(() => {
    if (!isAnyShown) return
    const look = () => {
      setHeader(Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0))
      setLow(innerHeight < LOW_WINDOW_PX)
    }
    look()
    // A banner wraps, a page is left for one with another header: both change the height of the body.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [isAnyShown])

  useEffect(() => (isAnyShown ? watchKeyboard(setAbove) : undefined), [isAnyShown])

  return {
    isTight: isLow || above !== null,
    style: above
      ? { top: above.top + FROM_EDGE_PX, bottom: 'auto' }
      : ({ '--below-header': `${header + BELOW_HEADER_PX}px` } as CSSProperties),
  }
}
