import { beforeEach, describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

let queue: FairQueue
/** Work that has started and not ended, with the function that ends it. */
let running: Map<string, () => void>
let begun: string[]
const connected = new AbortController().signal

beforeEach(() => {
  queue = new FairQueue({ at_once: 2, waiting_max: 3 })
  running = new Map()
  begun = []
})

/** The first letter is the person. Returns the name, or the status of the refusal. */
function ask(name: string, signal = connected): Promise<string | number> {
  const work = () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      running.set(name, () => resolve(name))
    })
  return queue.run(name.charAt(0), signal, work).catch((error) => error.status)
}

async function finish(name: string): Promise<void> {
  running.get(name)?.()
  await settled()
}

/** Waits for everything that follows without a timer. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('Refused work', () => {
  it('Work is refused at once when too many people wait, and it is never started', async () => {
    for (const name of ['a1', 'b1', 'c1', 'd1', 'e1']) void ask(name)
    expect(await ask('f1')).toBe(503)
    for (const name of ['a1', 'b1', 'c1', 'd1', 'e1']) await finish(name)
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'e1'])
  })

  it('Waiting work is refused when the same person asks for something newer, also in a full queue', async () => {
    for (const name of ['a1', 'b1', 'c1', 'd1']) void ask(name)
    const older = ask('e1')
    const newer = ask('e2')
    expect(await older).toBe(429)
    for (const name of ['a1', 'b1', 'c1', 'd1', 'e2']) await finish(name)
    expect(await newer).toBe('e2')
    expect(begun).not.toContain('e1')
  })

  it('Work is refused before it starts when its caller has hung up', async () => {
    for (const name of ['a1', 'b1']) void ask(name)
    const caller = new AbortController()
    const dropped = ask('c1', caller.signal)
    void ask('d1')
    caller.abort()
    expect(await dropped).toBe(400)
    await finish('a1')
    expect(begun).toEqual(['a1', 'b1', 'd1'])
    expect(await ask('c2', AbortSignal.abort())).toBe(400)
    expect(begun).not.toContain('c2')
  })
})

describe('Fairness between people', () => {
  it('One person has one piece of work running at a time, however many places are free', async () => {
    for (const name of ['a1', 'a2', 'a3']) void ask(name)
    expect(begun).toEqual(['a1'])
    await finish('a1')
    expect(begun).toEqual(['a1', 'a3'])
  })

  it('A person with 120 requests at once does not delay anybody else', async () => {
    for (let count = 1; count <= 120; count += 1) void ask(`a${count}`)
    void ask('b1')
    expect(begun).toEqual(['a1', 'b1'])
  })

  it('A person whose work is done comes after everybody who waits', async () => {
    for (const name of ['a1', 'b1', 'a2', 'b2', 'c1']) void ask(name)
    await finish('a1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await finish('b1')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('A person keeps their place when they ask for something newer', async () => {
    for (const name of ['a1', 'b1', 'c1', 'd1', 'c2']) void ask(name)
    await finish('a1')
    expect(begun).toEqual(['a1', 'b1', 'c2'])
  })
})

describe('Failed work', () => {
  it('Work that fails frees its place', async () => {
    const failing = queue.run('a', connected, () => Promise.reject(new Error('planted')))
    await expect(failing).rejects.toThrow('planted')
    for (const name of ['a1', 'b1']) void ask(name)
    expect(begun).toEqual(['a1', 'b1'])
    expect(queue.is_crowded).toBe(false)
  })
})
