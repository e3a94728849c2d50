/**
 * Coalesces calls (trailing throttle): the task runs once for all calls within `wait_ms`. A call while it runs may know of
 * a change that the running task misses, so the task runs once more afterwards.
 */
export function coalesced(task: () => Promise<unknown>, wait_ms: number): () => void {
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
    setTimeout(run, wait_ms)
  }

  return request
}
