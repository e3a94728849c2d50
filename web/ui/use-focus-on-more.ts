import { useEffect, useRef } from 'react'

/** Who presses the button for more of a list goes on at the first of what comes. Returns what to call at the press. */
export function useFocusOnMore(total: number, find: (place: number) => HTMLElement | null | undefined): () => void {
  /** The place of the first that was asked for. */
  const awaited = useRef<number | null>(null)

  useEffect(() => {
    if (awaited.current === null || total <= awaited.current) return
    find(awaited.current)?.focus()
    awaited.current = null
  }, [total, find])

  return () => {
    awaited.current = total
  }
}
