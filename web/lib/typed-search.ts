import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** So long after the last key the list is asked for. */
const PAUSE_MS = 300

/**
 * What is typed goes into the address when somebody pauses, presses Enter or leaves the field: the pause must not end when
 * they are on the way to another page. When the address changes by another hand,
 * Back for example, the field says what it says.
 */
export function useTypedSearch(search: string, write: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  /** What went into the address and has not come back from there: more may have been typed since. */
  const written = useRef<string[]>([])

  useEffect(() => {
    const place = written.current.indexOf(search)
    written.current = place < 0 ? [] : written.current.slice(place + 1)
    if (place < 0) setTyped(search)
  }, [search])

  function commit(text: string) {
    const wanted = text.trim()
    if (wanted === (written.current.at(-1) ?? search)) return
    written.current.push(wanted)
    write(wanted)
  }

  const pause = useEffectEvent(() => commit(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key begins a new pause
  useEffect(() => {
    const waiting = setTimeout(pause, PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [typed])

  return {
    typed,
    setTyped,
    commit: () => commit(typed),
    clear: () => {
      setTyped('')
      commit('')
    },
  }
}
