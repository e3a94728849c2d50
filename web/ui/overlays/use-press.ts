import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

export type Swipe = 'down' | 'left' | 'right'

/** The distance of a pointer from where it was pressed. */
export interface Offset {
  x: number
  y: number
}

/** A longer press is a hold, not a tap. */
const HOLD_MS = 300
/** A press that moves further is not a tap. */
const TAP_PX = 12
const SWIPE_PX = 60

export interface PressOptions {
  onPress?: () => void
  onRelease?: () => void
  onSwipe: (where: Swipe) => void
  /** Ignores swipes with a mouse. */
  fingersOnly?: boolean
  /** A long press means nothing of its own here, so it is a tap too. */
  holdsAreTaps?: boolean
}

/** Gesture recogniser for taps, holds and swipes. A tap is the click event of the element, filtered by `ifTapped`. */
export function usePress({ onPress, onRelease, onSwipe, fingersOnly = false, holdsAreTaps = false }: PressOptions) {
  const [offset, setOffset] = useState<Offset | null>(null)
  const wasTap = useRef(true)
  const stop = useRef<() => void>(undefined)

  useEffect(() => () => stop.current?.(), [])

  function down({ clientX: x, clientY: y, button, isPrimary, pointerId, pointerType, timeStamp: since }: PointerEvent) {
    if (button !== 0 || !isPrimary) return
    const isFollowed = !fingersOnly || pointerType !== 'mouse'
    stop.current?.()
    onPress?.()

    const offsetOf = (event: globalThis.PointerEvent) => ({ x: event.clientX - x, y: event.clientY - y })
    // Listens on the window, because the pointer can be released anywhere. Other pointers are ignored.
    function move(event: globalThis.PointerEvent) {
      if (event.pointerId === pointerId && isFollowed) setOffset(offsetOf(event))
    }
    function up(event: globalThis.PointerEvent) {
      if (event.pointerId !== pointerId) return
      end()
      const offset = offsetOf(event)
      // The times of the input itself: on a busy page the listeners run later, and a tap would look like a hold.
      const isHold = !holdsAreTaps && event.timeStamp - since >= HOLD_MS
      wasTap.current = Math.hypot(offset.x, offset.y) <= TAP_PX && !isHold
      const swiped = isFollowed && swipeOf(offset)
      if (swiped) onSwipe(swiped)
    }
    function cancel(event: globalThis.PointerEvent) {
      if (event.pointerId === pointerId) end()
    }
    function end() {
      stop.current = undefined
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      setOffset(null)
      onRelease?.()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    stop.current = end
  }

  /** Ignores the click at the end of a hold or a swipe. A click from the keyboard (detail 0) always counts. */
  function ifTapped<Event extends MouseEvent>(action: (event: Event) => void) {
    return (event: Event) => {
      if (event.detail === 0 || wasTap.current) action(event)
    }
  }

  return { offset, onPointerDown: down, ifTapped }
}

/** The direction of a swipe, or null if the movement is too short. */
export function swipeOf({ x, y }: Offset): Swipe | null {
  if (y >= SWIPE_PX && y > Math.abs(x)) return 'down'
  if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(y)) return x < 0 ? 'left' : 'right'
  return null
}

/** How far the element follows the pointer down. */
export function dragDown(offset: Offset | null): number {
  return offset && offset.y > TAP_PX && offset.y > Math.abs(offset.x) ? offset.y : 0
}
