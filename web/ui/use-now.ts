import { useEffect, useState, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#contract/time.ts'

/** The current time, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(ticking)
  }, [])
  return now
}

/**
 * What follows from the current time, for a part of a long list: it renders again only in a minute that changes it, not in
 * every minute. The result must be a primitive.
 */
export function useByMinute<T extends string | number | boolean | null>(read: (now: number) => T): T {
  const current = () => read(Date.now())
  return useSyncExternalStore(everyMinute, current, current)
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

function everyMinute(listener: () => void): () => void {
  ticking ??= setInterval(() => {
    for (const call of listeners) call()
  }, MINUTE_MS)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}
