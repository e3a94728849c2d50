import { useEffect, useEffectEvent } from 'react'

/** The longest time a browser can be told to wait; a longer one it takes for none at all. */
const LONGEST_MS = 2 ** 31 - 1
const WRONG_CLOCK_MS = 60_000

interface Ends {
  onEnd: () => void
  /** Again and again, on a device by whose clock it was over before it came. */
  onWrongClock: () => void
}

/** Waits for an end that the server named; none is waited for at null. */
export function useEnd(until: string | null, ends: Ends): void {
  const end = useEffectEvent(() => ends.onEnd())
  const ask = useEffectEvent(() => ends.onWrongClock())

  useEffect(() => {
    if (until === null) return
    const ends_at = Date.parse(until)
    let timer: ReturnType<typeof setTimeout>
    // The server says that it goes on, though by this clock it is over. One of the two is wrong, and it is not the server.
    const isClockWrong = ends_at <= Date.now()

    function wait() {
      const left = isClockWrong ? WRONG_CLOCK_MS : ends_at - Date.now()
      timer = setTimeout(look, Math.min(left, LONGEST_MS))
    }

    function look() {
      if (isClockWrong) ask()
      else if (ends_at <= Date.now()) return end()
      wait()
    }

    wait()
    return () => clearTimeout(timer)
  }, [until])
}
