/** The smallest batch. This many items do not block the event loop noticeably. */
const BATCH = 50
const PAUSE_MS = 10

/** Runs `work` for each item in batches with pauses between them, all within about `within_ms`. */
export async function inBatches<T>(items: readonly T[], within_ms: number, work: (item: T) => void): Promise<void> {
  const pauses = Math.max(1, Math.floor(within_ms / PAUSE_MS))
  const batch = Math.max(BATCH, Math.ceil(items.length / pauses))
  for (let start = 0; start < items.length; start += batch) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    for (const item of items.slice(start, start + batch)) work(item)
  }
}

/** Runs `work` at an interval, never concurrently with itself. Returns a function that stops it and waits for a running one. */
export function repeatEvery(every_ms: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined
    })
  }, every_ms).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Polls until `isDone` is true, at most for `within_ms`. */
export async function waitUntil(isDone: () => boolean, within_ms: number): Promise<void> {
  const give_up_at = performance.now() + within_ms
  while (!isDone() && performance.now() < give_up_at) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
