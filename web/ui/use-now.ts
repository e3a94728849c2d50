import { useEffect, useState } from 'react'
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
