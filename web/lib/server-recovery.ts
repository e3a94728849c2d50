import { system } from '#contract/system.ts'
import { call } from './api.ts'

const POLL_INTERVAL_MS = 5000

/**
 * Polls the server until it answers again, and then calls back once. If the first request succeeds, the server was not
 * down and there is no call: a caller that reloads the page could otherwise reload it endlessly. Returns a stop function.
 */
export function whenServerRecovers(then: () => void): () => void {
  let wasDown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const controller = new AbortController()
  const { signal } = controller

  async function poll(): Promise<void> {
    try {
      await call(system.get_liveness, undefined, { signal })
      if (wasDown && !signal.aborted) then()
    } catch {
      wasDown = true
      if (!signal.aborted) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS)
    }
  }

  void poll()
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}
