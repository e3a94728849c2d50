/** Runs a task when the page has nothing better to do. What fails then was not needed yet, and is tried again when it is. */
export function whenIdle(task: () => Promise<void>): void {
  const run = () => void task().catch(() => {})
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 10_000 })
  else setTimeout(run, 2_000)
}
