import { system } from '#contract/system.ts'
import { call } from './api.ts'

const ASK_EVERY_MS = 5000

/**
 * Tells, once, that a server that did not answer answers again; stops when it is told to. One that answers at once was
 * never away, and nothing is told: who would load the page anew for that might do so without end.
 */
export function whenBack(then: () => void): () => void {
  let wasAway = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopping = new AbortController()
  const { signal } = stopping

  async function ask(): Promise<void> {
    try {
      await call(system.get_liveness, undefined, { signal })
      if (wasAway && !signal.aborted) then()
    } catch {
      wasAway = true
      if (!signal.aborted) timer = setTimeout(() => void ask(), ASK_EVERY_MS)
    }
  }

  void ask()
  return () => {
    stopping.abort()
    clearTimeout(timer)
  }
}
