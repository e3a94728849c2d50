/** After these attempts only the Action Cable client retries, which waits six seconds and more. */
const MAX_ATTEMPTS = 6
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 3_000

export interface Backoff {
  /** Schedules an attempt, because the connection is lost. */
  schedule(): void
  /** Cancels the attempt and resets the delay, because a connection works or none is wanted. */
  reset(): void
}

/**
 * Reconnects with exponential back-off and jitter: after about one second, two, and then three. All clients lose the
 * connection when a server restarts, so the jitter spreads their attempts. The number of attempts is limited, so that a
 * server that refuses a client is not flooded.
 */
export function reconnectBackoff(reconnect: () => void): Backoff {
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule() {
    if (timer !== undefined || attempts >= MAX_ATTEMPTS) return
    const jitter = 0.5 + Math.random()
    timer = setTimeout(attempt, Math.min(FIRST_DELAY_MS * 2 ** attempts, MAX_DELAY_MS) * jitter)
    attempts += 1
  }

  function attempt() {
    timer = undefined
    // An attempt without a network would fail. The `online` event starts the next one.
    if (navigator.onLine === false) return
    reconnect()
    schedule()
  }

  function reset() {
    clearTimeout(timer)
    timer = undefined
    attempts = 0
  }

  return { schedule, reset }
}
