import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

const DEBOUNCE_MS = 300

/**
 * Debounced search field: writes what is typed into the URL after a pause, on Enter, or when the field loses the focus,
 * so that the timer cannot fire during a navigation. If the URL changes for another reason, such as the Back button, the
 * field follows it.
 */
export function useDebouncedSearch(search: string, write: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  /** Values that were written and are not in the URL yet. They must not overwrite what was typed since. */
  const written = useRef<string[]>([])

  const { key } = useLocation()
  const rendered = useRef(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another navigation can replace the one that was to write the search
  useEffect(() => {
    const hasChanged = search !== rendered.current || written.current.length > 0
    const place = written.current.indexOf(search)
    written.current = place < 0 ? [] : written.current.slice(place + 1)
    rendered.current = search
    if (place < 0 && hasChanged) setTyped(search)
  }, [search, key])

  function commit(text: string) {
    const wanted = text.trim()
    if (wanted === (written.current.at(-1) ?? search)) return
    written.current.push(wanted)
    write(wanted)
  }

  const commitTyped = useEffectEvent(() => commit(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key restarts the timer
  useEffect(() => {
    const timer = setTimeout(commitTyped, DEBOUNCE_MS)
    return () => clearTimeout(timer)
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
