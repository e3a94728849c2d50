import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SECOND_MS } from '#contract/time.ts'

/** The arrows disappear after this time without a movement. */
export const LIGHTBOX_ARROWS_HIDE_MS = 2 * SECOND_MS

/**
 * Idle timer: whether the mouse has not moved for that time. It counts only for the mouse: after a touch or a key press the
 * result is false until the mouse moves again.
 */
export function useMouseIdle(isOn: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isIdle, setIdle] = useState(false)

  function reset(by: string) {
    clearTimeout(timer.current)
    setIdle(false)
    if (by === 'mouse') timer.current = setTimeout(() => setIdle(true), LIGHTBOX_ARROWS_HIDE_MS)
  }

  const start = useEffectEvent(() => reset(isOpenedByMouse() ? 'mouse' : 'keyboard'))
  const handleKey = useEffectEvent(() => reset('keyboard'))
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = () => handleKey()
    start()
    addEventListener('keydown', onKeyDown, true)
    return () => {
      removeEventListener('keydown', onKeyDown, true)
      clearTimeout(timer.current)
    }
  }, [isOn])

  return { isIdle, reset }
}

/**
 * `:focus-visible` matches after keyboard use, and nothing has the focus after opening a URL, so neither counts as the
 * mouse.
 */
function isOpenedByMouse(): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && !activeElement.matches(':focus-visible')
}
