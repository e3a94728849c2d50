import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Whether the mouse has rested for so long. A finger has no way to rest and a keyboard none to point, so after a touch or
 * a key nothing is still, until the mouse moves again.
 */
export function useStillness(rest_ms: number, isOn: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isStill, setStill] = useState(false)

  function stir(by: string) {
    clearTimeout(timer.current)
    setStill(false)
    if (by === 'mouse') timer.current = setTimeout(() => setStill(true), rest_ms)
  }

  const start = useEffectEvent(() => stir(isLedByMouse() ? 'mouse' : 'keyboard'))
  const press = useEffectEvent(() => stir('keyboard'))
  useEffect(() => {
    if (!isOn) return
    const hear = () => press()
    start()
    addEventListener('keydown', hear, true)
    return () => {
      removeEventListener('keydown', hear, true)
      clearTimeout(timer.current)
    }
  }, [isOn])

  return { isStill, stir }
}

/** Whether a press of the mouse led here: the browser marks the focus of those who came by keyboard, or by an address. */
function isLedByMouse(): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && !activeElement.matches(':focus-visible')
}
