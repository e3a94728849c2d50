import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This close to the end counts as being there. */
const NEAR_END_PX = 60
/** So much of what was read before stays in view above the line. */
const ABOVE_LINE_PX = 72
/** The page before is asked for this far before its place comes into view. */
const NEAR_START_PX = 600

interface Content {
  /** What stands first and last: what comes before the one or after the other is new. */
  first: string | undefined
  last: string | undefined
  /** The message above which the line stands that says what was unread, if it stands. */
  line: string | undefined
  /** One's own words are always followed. */
  isLastOwn: boolean
  /** Somebody has come near the beginning of what is there. */
  onStart: () => void
}

/**
 * The place in a thread: at the line above what was unread when that appears, else at the end as long as nobody reads
 * above, and where it was when something comes before. Tells whether there is something new below what is read.
 */
export function useThreadScroll(box: RefObject<HTMLElement | null>, content: Content) {
  const { first, last, line, isLastOwn, onStart } = content
  const isAtEnd = useRef(true)
  /** Where it was scrolled to when that was last looked at. */
  const top = useRef(0)
  const drawn = useRef<(Pick<Content, 'first' | 'last' | 'line'> & { height: number }) | null>(null)
  const [hasNew, setNew] = useState(false)

  function toEnd() {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setNew(false)
  }

  /** Somebody has scrolled up, but the browser tells of it only with the next frame. */
  const hasLeft = useCallback((element: HTMLElement) => {
    const { height = 0 } = drawn.current ?? {}
    return element.scrollTop < top.current && height - element.scrollTop - element.clientHeight >= NEAR_END_PX
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const before = drawn.current
    if (hasLeft(element)) isAtEnd.current = false
    const isLonger = before !== null && before.last !== last
    if (isAtEnd.current && line !== undefined && before?.line !== line) {
      toLine(element)
      isAtEnd.current = isNearEnd(element)
    } else if (isAtEnd.current || (isLonger && isLastOwn)) {
      element.scrollTop = element.scrollHeight
      isAtEnd.current = true
    } else {
      // The place is kept by hand: not every browser does it, and those that do would do it twice.
      if (before && before.first !== first) element.scrollTop += element.scrollHeight - before.height
      if (isLonger) setNew(true)
    }
    top.current = element.scrollTop
    drawn.current = { first, last, line, height: element.scrollHeight }
  }, [box, first, last, line, isLastOwn, hasLeft])

  useEffect(() => {
    const element = box.current
    if (!element) return
    // A keyboard that comes up, a reaction under the last message: the end stays in view.
    const observer = new ResizeObserver(() => {
      if (hasLeft(element)) isAtEnd.current = false
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
      top.current = element.scrollTop
      if (drawn.current) drawn.current.height = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box, hasLeft])

  function onScroll() {
    const element = box.current
    if (!element) return
    const isNear = isNearEnd(element)
    // Only who goes up leaves the end. What grows below has the browser tell of a place that is no longer the last.
    const hasGoneUp = element.scrollTop < top.current
    top.current = element.scrollTop
    if (isNear) setNew(false)
    if (isNear || hasGoneUp) isAtEnd.current = isNear
    if (element.scrollTop < NEAR_START_PX) onStart()
  }

  return { hasNew, toEnd, onScroll }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END_PX
}

/** The line comes to the upper part of the box, or as far up as what follows it is long. */
function toLine(element: HTMLElement): void {
  const line = element.querySelector('[data-unread-line]')
  if (!line) return
  element.scrollTop += line.getBoundingClientRect().top - element.getBoundingClientRect().top - ABOVE_LINE_PX
}
