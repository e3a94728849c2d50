/**
 * A fixed-window rate limiter. It is an interface, so that several processes can share counters one day; the only
 * implementation keeps a bounded number of them in memory.
 */
export interface RateLimiter {
  /** Counts one. Returns how many seconds to wait if the limit is exceeded. */
  take(key: string, limit: { max: number; window_ms: number }, now: Date): Promise<{ wait_seconds: number } | undefined>
  /** The same without counting. */
  peek(key: string, limit: { max: number; window_ms: number }, now: Date): Promise<{ wait_seconds: number } | undefined>
  /** Uncounts one, for example after a correct password. */
  uncount(key: string): Promise<void>
}

export function memoryRateLimiter(max_keys = 100_000): RateLimiter & { size(): number } {
  const windows = new Map<string, { count: number; ends_at: number }>()

  function evict(now: number): void {
    for (const [key, window] of windows) if (window.ends_at <= now) windows.delete(key)
    // Only a flood from very many addresses reaches the limit: the oldest windows are removed first.
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
        if (windows.size >= max_keys) evict(now)
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
    async uncount(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
  }
}
