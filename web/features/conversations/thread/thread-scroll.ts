import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A position this close to the end counts as the end. */
const NEAR_END_PX = 60
/** So much of the messages above the unread line stays visible. */
const ABOVE_LINE_PX = 72
/** Older messages are loaded when the start is this close. */
const NEAR_START_PX = 600

interface Content {
  /** The keys of the first and the last message; a change means that messages were added there. */
  first: string | undefined
  last: string | undefined
  /** The message below the unread line, if there is a line. */
  line: string | undefined
  /** The thread always scrolls to a new message of the viewer. */
  isLastOwn: boolean
  /** Called when the start of the loaded messages is near. */
  onNearStart: () => void
}

/**
 * Scroll anchoring for a chat: goes to the unread line when it appears, otherwise stays at the end until the viewer
 * scrolls up, and keeps the position when older messages are added. `hasNew`: there are new messages below the viewport.
 */
export function useThreadScroll(box: RefObject<HTMLElement | null>, content: Content) {
  const { first, last, line, isLastOwn, onNearStart } = content
  const isAtEnd = useRef(true)
  /** The last known scroll position. */
  const top = useRef(0)
  const rendered = useRef<(Pick<Content, 'first' | 'last' | 'line'> & { height: number }) | null>(null)
  const [hasNew, setNew] = useState(false)

  function scrollToEnd() {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setNew(false)
  }

  /** Detects that the viewer has scrolled up before the scroll event, which comes with the next frame. */
  const hasScrolledUp = useCallback((element: HTMLElement) => {
    const { height = 0 } = rendered.current ?? {}
    return element.scrollTop < top.current && height - element.scrollTop - element.clientHeight >= NEAR_END_PX
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const before = rendered.current
    if (hasScrolledUp(element)) isAtEnd.current = false
    const isLonger = before !== null && before.last !== last
    if (isAtEnd.current && line !== undefined && before?.line !== line) {
      scrollToLine(element)
      isAtEnd.current = isNearEnd(element)
    } else if (isAtEnd.current || (isLonger && isLastOwn)) {
      element.scrollTop = element.scrollHeight
      isAtEnd.current = true
    } else {
      // Not every browser has scroll anchoring, so it is done here, and switched off in CSS (`overflow-anchor`).
      if (before && before.first !== first) element.scrollTop += element.scrollHeight - before.height
      if (isLonger) setNew(true)
    }
    top.current = element.scrollTop
    rendered.current = { first, last, line, height: element.scrollHeight }
  }, [box, first, last, line, isLastOwn, hasScrolledUp])

  useEffect(() => {
    const element = box.current
    if (!element) return
    // The end stays visible when the soft keyboard opens or a reaction makes the last message higher.
    const observer = new ResizeObserver(() => {
      if (hasScrolledUp(element)) isAtEnd.current = false
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
      top.current = element.scrollTop
      if (rendered.current) rendered.current.height = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box, hasScrolledUp])

  function onScroll() {
    const element = box.current
    if (!element) return
    const isNear = isNearEnd(element)
    // Only scrolling up leaves the end: when content grows below, the browser sends a scroll event without a move.
    const isScrollingUp = element.scrollTop < top.current
    top.current = element.scrollTop
    if (isNear) setNew(false)
    if (isNear || isScrollingUp) isAtEnd.current = isNear
    if (element.scrollTop < NEAR_START_PX) onNearStart()
  }

  return { hasNew, scrollToEnd, onScroll }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END_PX
}

/** Scrolls the unread line to the upper part of the viewport, or as far as the content allows. */
function scrollToLine(element: HTMLElement): void {
  const line = element.querySelector('[data-unread-line]')
  if (!line) return
  element.scrollTop += line.getBoundingClientRect().top - element.getBoundingClientRect().top - ABOVE_LINE_PX
}
