import { useEffect, useRef, useState } from 'react'

/** Whether the mouse has rested for so long. A finger has no way to rest, so after a touch nothing is ever still. */
export function useStillness(rest_ms: number, isOn: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isStill, setStill] = useState(false)

  function stir(pointerType: string) {
    clearTimeout(timer.current)
    setStill(false)
    if (pointerType === 'mouse') timer.current = setTimeout(() => setStill(true), rest_ms)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts anew only when it is switched on
  useEffect(() => {
    if (isOn) stir('mouse')
    return () => clearTimeout(timer.current)
  }, [isOn])

  return { isStill, stir }
}
