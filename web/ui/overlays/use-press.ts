import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

export type Swipe = 'down' | 'left' | 'right'

/** How far a pointer has gone since it was pressed. */
export interface Way {
  x: number
  y: number
}

/** A press that lasts longer is a hold and does nothing else. */
const HOLD_MS = 300
/** A finger that moves further than this does not tap. */
const TAP_PX = 12
const SWIPE_PX = 60

export interface PressOptions {
  onPress?: () => void
  onRelease?: () => void
  onSwipe: (where: Swipe) => void
  /** A mouse taps but does not swipe, where it has other ways to do the same. */
  fingersOnly?: boolean
}

/** Tells taps, holds and swipes apart. The tap itself is the click of what lies under the finger, through `ifTapped`. */
export function usePress({ onPress, onRelease, onSwipe, fingersOnly = false }: PressOptions) {
  const [way, setWay] = useState<Way | null>(null)
  const wasTap = useRef(true)
  const stop = useRef<() => void>(undefined)

  useEffect(() => () => stop.current?.(), [])

  function down({ clientX: x, clientY: y, button, isPrimary, pointerId, pointerType }: PointerEvent) {
    if (button !== 0 || !isPrimary) return
    const since = performance.now()
    const isFollowed = !fingersOnly || pointerType !== 'mouse'
    stop.current?.()
    onPress?.()

    const wayOf = (event: globalThis.PointerEvent) => ({ x: event.clientX - x, y: event.clientY - y })
    // The finger may be lifted anywhere. Others that touch the screen meanwhile are none of this press.
    function move(event: globalThis.PointerEvent) {
      if (event.pointerId === pointerId && isFollowed) setWay(wayOf(event))
    }
    function up(event: globalThis.PointerEvent) {
      if (event.pointerId !== pointerId) return
      end()
      const way = wayOf(event)
      wasTap.current = Math.hypot(way.x, way.y) <= TAP_PX && performance.now() - since < HOLD_MS
      const swiped = isFollowed && swipeOf(way)
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
      setWay(null)
      onRelease?.()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    stop.current = end
  }

  /** A click that ends a hold or a swipe is none. One from the keyboard has no pointer and always counts. */
  function ifTapped<Event extends MouseEvent>(action: (event: Event) => void) {
    return (event: Event) => {
      if (event.detail === 0 || wasTap.current) action(event)
    }
  }

  return { way, onPointerDown: down, ifTapped }
}

/** Which way a finger that went so far leads: more down than sideways, or the other way round. */
export function swipeOf({ x, y }: Way): Swipe | null {
  if (y >= SWIPE_PX && y > Math.abs(x)) return 'down'
  if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(y)) return x < 0 ? 'left' : 'right'
  return null
}

/** How far what lies under the finger follows it down. */
export function dragDown(way: Way | null): number {
  return way && way.y > TAP_PX && way.y > Math.abs(way.x) ? way.y : 0
}
