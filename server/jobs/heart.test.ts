import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHeart } from './heart.ts'

const lines: { level: string; beat: unknown }[] = []
const log = {
  error: ({ beat }: { beat: string }) => void lines.push({ level: 'error', beat }),
  info: ({ beat }: { beat: string }) => void lines.push({ level: 'info', beat }),
} as unknown as Parameters<typeof createHeart>[1]

beforeEach(() => {
  vi.useFakeTimers()
  lines.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

/** A beat that counts, and ends when the test lets it. */
function slowBeat() {
  const ends: (() => void)[] = []
  let asked: AbortSignal | undefined
  async function run(signal: AbortSignal): Promise<void> {
    asked = signal
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  return { name: 'slow', run, count: () => ends.length, end: () => ends.at(-1)?.(), isAsked: () => asked?.aborted }
}

describe('The heart', () => {
  it('does nothing before it is started, and nothing after it is stopped', async () => {
    const run = vi.fn(async () => {})
    const heart = createHeart([{ name: 'one', run }], log)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).not.toHaveBeenCalled()
    heart.start()
    await vi.advanceTimersByTimeAsync(2000)
    expect(run).toHaveBeenCalledTimes(1)
    await heart.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('never begins a round before the last one has ended, and then begins at once if it took long', async () => {
    const slow = slowBeat()
    const heart = createHeart([slow], log)
    heart.start()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(slow.count()).toBe(1)
    slow.end()
    await vi.advanceTimersByTimeAsync(1)
    expect(slow.count()).toBe(2)
    slow.end()
    await heart.stop()
  })

  it('does not let a slow beat hold up the others', async () => {
    const [slow, next] = [slowBeat(), vi.fn(async () => {})]
    const heart = createHeart([slow, { name: 'next', run: next }], log)
    heart.start()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(slow.count()).toBe(1)
    expect(next).toHaveBeenCalledTimes(10)
    slow.end()
    await heart.stop()
  })

  it('asks what is running at the end to stop, waits for it, and begins nothing more', async () => {
    const [slow, next] = [slowBeat(), vi.fn(async () => {})]
    const heart = createHeart([slow, { name: 'next', run: next }], log)
    heart.start()
    await vi.advanceTimersByTimeAsync(2000)
    expect(slow.isAsked()).toBe(false)
    let isStopped = false
    const stopping = heart.stop().then(() => {
      isStopped = true
    })
    expect(slow.isAsked()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isStopped).toBe(false)
    slow.end()
    await stopping
    expect([slow.count(), next.mock.calls.length]).toEqual([1, 1])
  })

  it('goes on after an error, and tells once that it fails and once that it works again', async () => {
    let isBroken = true
    const next = vi.fn(async () => {})
    const broken = async () => {
      if (isBroken) throw new Error('broken')
    }
    const heart = createHeart(
      [
        { name: 'broken', run: broken },
        { name: 'next', run: next },
      ],
      log,
    )
    heart.start()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(next).toHaveBeenCalledTimes(10)
    expect(lines).toEqual([{ level: 'error', beat: 'broken' }])
    isBroken = false
    await vi.advanceTimersByTimeAsync(20_000)
    isBroken = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(lines.map(({ level }) => level)).toEqual(['error', 'info', 'error'])
    await heart.stop()
  })
})
