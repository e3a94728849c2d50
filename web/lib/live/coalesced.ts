/** How long a page waits before it asks for what a live event was about. */
interface Spread {
  /** So long at least, so that several events share one request. */
  from_ms: number
  /** So long at most, while somebody looks at the page. */
  to_ms: number
  /** So long at most in a hidden tab. */
  hidden_to_ms: number
}

/**
 * Jitter: thousands of open pages can hear of one event in the same moment, such as a new post. Each waits for a random time,
 * so that their requests are spread evenly.
 */
export function spreadOver({ from_ms, to_ms, hidden_to_ms }: Spread, random = Math.random): () => number {
  return () => from_ms + random() * ((globalThis.document?.hidden ? hidden_to_ms : to_ms) - from_ms)
}

/**
 * Coalesces calls (trailing throttle): the task runs once for all calls during the wait, whose length `wait` chooses each time.
 * A call while it runs may know of a change that the running task misses, so the task runs once more afterwards.
 */
export function coalesced(task: () => Promise<unknown>, wait: () => number): () => void {
  let isWaiting = false
  let isRunning = false
  let isRequestedAgain = false

  async function run() {
    isWaiting = false
    isRunning = true
    await task().catch(() => {})
    isRunning = false
    if (!isRequestedAgain) return
    isRequestedAgain = false
    request()
  }

  function request() {
    if (isRunning) isRequestedAgain = true
    if (isRunning || isWaiting) return
    isWaiting = true
    setTimeout(run, wait())
  }

  return request
}
