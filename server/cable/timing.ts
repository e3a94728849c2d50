/** So many at once hold up nothing else. */
const HANDFUL = 50
const PAUSE_MS = 10

/** Does something for each, a handful at a time; all of it within about `within_ms`. */
export async function spread<T>(items: readonly T[], within_ms: number, work: (item: T) => void): Promise<void> {
  const pauses = Math.max(1, Math.floor(within_ms / PAUSE_MS))
  const handful = Math.max(HANDFUL, Math.ceil(items.length / pauses))
  for (let start = 0; start < items.length; start += handful) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    for (const item of items.slice(start, start + handful)) work(item)
  }
}

/** Does something again and again, never twice at the same time. The answer ends it and waits for what is under way. */
export function everySoOften(every_ms: number, work: () => Promise<void>): () => Promise<void> {
  let under_way: Promise<void> | undefined
  const timer = setInterval(() => {
    under_way ??= work().finally(() => {
      under_way = undefined
    })
  }, every_ms).unref()
  return async () => {
    clearInterval(timer)
    await under_way
  }
}

/** Looks again and again, but not for longer than `within_ms`. */
export async function waitUntil(isDone: () => boolean, within_ms: number): Promise<void> {
  const give_up_at = performance.now() + within_ms
  while (!isDone() && performance.now() < give_up_at) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
