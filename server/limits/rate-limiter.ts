/** One counter of a decision: how many are allowed within a fixed window, which begins with the first. */
export interface Counter {
  key: string
  limit: { max: number; window_ms: number }
  /** How many are counted at once; one by default. The last ones may exceed the limit, the next are refused. */
  amount?: number
}

export interface Refusal {
  wait_seconds: number
}

/** A fixed-window rate limiter: in memory, or in Redis. Each call is one decision about all of its counters. */
export interface RateLimiter {
  /** Counts for each, in this order. If one is exceeded, the next ones are not counted, and the decision is a refusal. */
  take(counters: readonly Counter[], now: Date): Promise<Refusal | undefined>
  /** The same without counting. */
  peek(counters: readonly Counter[], now: Date): Promise<Refusal | undefined>
  /** Uncounts one for each, for example after a correct password. */
  uncount(keys: readonly string[]): Promise<void>
}

export function refusalOf(wait_ms: number): Refusal {
  return { wait_seconds: Math.max(1, Math.ceil(wait_ms / 1000)) }
}

/** The limiter of one process, with a bounded number of counters. */
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

  function takeOne({ key, limit, amount = 1 }: Counter, now: number): Refusal | undefined {
    let window = windows.get(key)
    if (!window || window.ends_at <= now) {
      if (windows.size >= max_keys) evict(now)
      window = { count: 0, ends_at: now + limit.window_ms }
      windows.delete(key)
      windows.set(key, window)
    }
    if (window.count >= limit.max) return refusalOf(window.ends_at - now)
    window.count += amount
    return undefined
  }

  function peekOne({ key, limit }: Counter, now: number): Refusal | undefined {
    const window = windows.get(key)
    const isFull = window && window.ends_at > now && window.count >= limit.max
    return isFull ? refusalOf(window.ends_at - now) : undefined
  }

  return {
    size: () => windows.size,
    take: async (counters, now) => firstRefusal(counters, (counter) => takeOne(counter, now.getTime())),
    peek: async (counters, now) => firstRefusal(counters, (counter) => peekOne(counter, now.getTime())),
    async uncount(keys) {
      for (const key of keys) {
        const window = windows.get(key)
        if (window && window.count > 0) window.count -= 1
      }
    },
  }
}

function firstRefusal(
  counters: readonly Counter[],
  decide: (counter: Counter) => Refusal | undefined,
): Refusal | undefined {
  for (const counter of counters) {
    const refusal = decide(counter)
    if (refusal) return refusal
  }
  return undefined
}
