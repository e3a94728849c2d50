/**
 * Runs a task soon, and once for all who ask in the meantime. Who asks while it runs has seen something that it may have
 * missed, so it runs once more afterwards.
 */
export function coalesced(task: () => Promise<unknown>, wait_ms: number): () => void {
  let isWaiting = false
  let isRunning = false
  let isAskedAgain = false

  async function run() {
    isWaiting = false
    isRunning = true
    await task().catch(() => {})
    isRunning = false
    if (!isAskedAgain) return
    isAskedAgain = false
    ask()
  }

  function ask() {
    if (isRunning) isAskedAgain = true
    if (isRunning || isWaiting) return
    isWaiting = true
    setTimeout(run, wait_ms)
  }

  return ask
}
