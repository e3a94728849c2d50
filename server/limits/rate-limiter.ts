/**
 * Fixed windows per key. The counting is behind an interface, so that several processes can share it one day; this one
 * keeps it in memory and is bounded.
 */
export interface RateLimiter {
  /** Counts one, and says how many seconds to wait when that was one too many. */
  take(key: string, limit: { max: number; window_ms: number }, now: Date): Promise<{ wait_seconds: number } | undefined>
  /** Counts nothing: how many seconds somebody would have to wait now, if at all. */
  peek(key: string, limit: { max: number; window_ms: number }, now: Date): Promise<{ wait_seconds: number } | undefined>
  /** Gives one back: a guess that was right is not held against anybody. */
  giveBack(key: string): Promise<void>
}

export function memoryRateLimiter(max_keys = 100_000): RateLimiter & { size(): number } {
  const windows = new Map<string, { count: number; ends_at: number }>()

  function forgetEnded(now: number): void {
    for (const [key, window] of windows) if (window.ends_at <= now) windows.delete(key)
    // Only a flood from very many addresses gets here: the oldest windows go first.
    for (const key of windows.keys()) {
      if (windows.size < max_keys) break
      windows.delete(key)
    }
  }

  function waitFor(window: { ends_at: number }, now: number): { wait_seconds: number } {
    return { wait_seconds: Math.max(1, Math.ceil((window.ends_at - now) / 1000)) }
  }

  return {
    size: () => windows.size,
    async peek(key, limit, at) {
      const now = at.getTime()
      const window = windows.get(key)
      return window && window.ends_at > now && window.count >= limit.max ? waitFor(window, now) : undefined
    },
    async take(key, limit, at) {
      const now = at.getTime()
      let window = windows.get(key)
      if (!window || window.ends_at <= now) {
        if (windows.size >= max_keys) forgetEnded(now)
        window = { count: 0, ends_at: now + limit.window_ms }
        windows.delete(key)
        windows.set(key, window)
      }
      if (window.count < limit.max) {
        window.count += 1
        return undefined
      }
      return waitFor(window, now)
    },
    async giveBack(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
  }
}
