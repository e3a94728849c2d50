import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

export type Swipe = 'down' | 'left' | 'right'

/** A press that lasts longer holds the story and does nothing else. */
const HOLD_MS = 300
/** A finger that moves further than this does not tap. */
const TAP_PX = 12
const SWIPE_PX = 60

interface PressOptions {
  onPress: () => void
  onRelease: () => void
  onSwipe: (where: Swipe) => void
}

/** Tells taps, holds and swipes apart. The tap itself is the click of the button under the finger, through `ifTapped`. */
export function usePress({ onPress, onRelease, onSwipe }: PressOptions) {
  const [drag, setDrag] = useState(0)
  const wasTap = useRef(true)
  const stop = useRef<() => void>(undefined)

  useEffect(() => () => stop.current?.(), [])

  function down({ clientX: x, clientY: y, button, isPrimary, pointerId }: PointerEvent) {
    if (button !== 0 || !isPrimary) return
    const since = performance.now()
    stop.current?.()
    onPress()

    // The finger may be lifted anywhere. Others that touch the screen meanwhile are none of this press.
    function move(event: globalThis.PointerEvent) {
      if (event.pointerId !== pointerId) return
      const down = event.clientY - y
      setDrag(down > TAP_PX && down > Math.abs(event.clientX - x) ? down : 0)
    }
    function up(event: globalThis.PointerEvent) {
      if (event.pointerId !== pointerId) return
      end()
      const [right, down] = [event.clientX - x, event.clientY - y]
      wasTap.current = Math.hypot(right, down) <= TAP_PX && performance.now() - since < HOLD_MS
      const swiped = swipeOf(right, down)
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
      setDrag(0)
      onRelease()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    stop.current = end
  }

  /** A click that ends a hold or a swipe is none. One from the keyboard has no pointer and always counts. */
  function ifTapped(action: () => void) {
    return ({ detail }: MouseEvent) => {
      if (detail === 0 || wasTap.current) action()
    }
  }

  return { drag, onPointerDown: down, ifTapped }
}

function swipeOf(right: number, down: number): Swipe | null {
  if (down > SWIPE_PX && down > Math.abs(right)) return 'down'
  if (Math.abs(right) > SWIPE_PX && Math.abs(right) > Math.abs(down)) return right < 0 ? 'left' : 'right'
  return null
}
