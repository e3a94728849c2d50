import { type PointerEvent, useRef, useState } from 'react'
import { swipeOf } from './lightbox-place.ts'

/** How much of a finger's way counts where there is nothing to come. */
const RESISTANCE = 0.25

/** Follows a finger sideways, and says where it leads. A mouse has the arrows. */
export function useSwipe(has: { previous: boolean; next: boolean }, onSwipe: (to: 'previous' | 'next') => void) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  const [shift, setShift] = useState<number | null>(null)

  function moved(event: PointerEvent) {
    const from = start.current
    return from?.id === event.pointerId ? { x: event.clientX - from.x, y: event.clientY - from.y } : null
  }

  function end() {
    start.current = null
    setShift(null)
  }

  const target = {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return
      // A second finger makes it a pinch.
      if (start.current) end()
      else start.current = { id: event.pointerId, x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent) => {
      const way = moved(event)
      if (way) setShift(way.x * ((way.x > 0 ? has.previous : has.next) ? 1 : RESISTANCE))
    },
    onPointerUp: (event: PointerEvent) => {
      const way = moved(event)
      end()
      const to = way && swipeOf(way)
      if (to && has[to]) onSwipe(to)
    },
    // The browser has taken over: it scrolls or zooms.
    onPointerCancel: end,
  }
  return { shift: shift ?? 0, isSwiping: shift !== null, target }
}
