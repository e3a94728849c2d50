import { useEffect, useEffectEvent } from 'react'

/** The maximum of `setTimeout`, a signed 32-bit integer. A longer delay would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1
const WRONG_CLOCK_MS = 60_000

interface ExpiryHandlers {
  onEnd: () => void
  /** Called every minute if the end was in the past from the start, because the clock of the device is wrong. */
  onWrongClock: () => void
}

/** Calls back at a time that the server has set. Null sets no timer. */
export function useExpiry(until: string | null, handlers: ExpiryHandlers): void {
  const end = useEffectEvent(() => handlers.onEnd())
  const ask = useEffectEvent(() => handlers.onWrongClock())

  useEffect(() => {
    if (until === null) return
    const ends_at = Date.parse(until)
    let timer: ReturnType<typeof setTimeout>
    // The server has just said that it has not ended, so the clock of the device must be wrong.
    const isClockWrong = ends_at <= Date.now()

    function wait() {
      const left = isClockWrong ? WRONG_CLOCK_MS : ends_at - Date.now()
      timer = setTimeout(look, Math.min(left, MAX_TIMEOUT_MS))
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
