import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react'
import { type AboveKeyboard, watchKeyboard } from '#web/ui/forms/soft-keyboard.ts'

/** Below this height three toasts would cover the content. */
const LOW_WINDOW_PX = 480
/** The gap between the header and the first toast. */
const BELOW_HEADER_PX = 12
/** With the on-screen keyboard open, toasts cover the header, close to the top edge. */
const FROM_EDGE_PX = 6

interface Place {
  style: CSSProperties
  /** Whether there is room for only one toast. */
  isTight: boolean
}

/**
 * The position of the toasts. On a desktop they are below the header, which may be below a banner. With an on-screen
 * keyboard they are at the top edge of the visible area: the keyboard covers their usual place at the bottom, and the
 * input of a thread is right above the keyboard.
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
    // A banner that wraps, or a page with another header, changes the height of the body.
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
