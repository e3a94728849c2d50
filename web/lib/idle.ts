import { afterFirstView } from './first-view.ts'

/**
 * Runs a prefetch when the first view of a member is there and the page is idle. Errors are ignored: what could not be
 * loaded is loaded again when it is needed.
 */
export function whenIdle(task: () => Promise<void>): void {
  const run = () => void task().catch(() => {})
  afterFirstView(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 10_000 })
    else setTimeout(run, 2_000)
  })
}
