/** So often it is tried sooner than the published client would, which waits for six seconds and more. */
const ATTEMPTS = 6
const FIRST_MS = 1_000
const LONGEST_MS = 3_000

export interface Comeback {
  /** The connection is lost. */
  lost(): void
  /** There is one that works, or none is wanted: the next loss begins anew. */
  over(): void
}

/**
 * Tries to reconnect after about one second, two, and then three. Everybody loses the connection to a server that
 * restarts, so nobody waits equally long; and a server that turns somebody away time and again is left in peace.
 */
export function comeback(reconnect: () => void): Comeback {
  let attempts = 0
  let waiting: ReturnType<typeof setTimeout> | undefined

  function lost() {
    if (waiting !== undefined || attempts >= ATTEMPTS) return
    const spread = 0.5 + Math.random()
    waiting = setTimeout(tryIt, Math.min(FIRST_MS * 2 ** attempts, LONGEST_MS) * spread)
    attempts += 1
  }

  function tryIt() {
    waiting = undefined
    // Without a network it would be in vain. Its return is heard of.
    if (navigator.onLine === false) return
    reconnect()
    lost()
  }

  function over() {
    clearTimeout(waiting)
    waiting = undefined
    attempts = 0
  }

  return { lost, over }
}
