import { describe, expect, it } from 'vitest'
import { BoundedQueue } from './bounded-queue.ts'

/** A queue whose work ends when the test says so, in the order it was started. */
function createQueue(options: Partial<ConstructorParameters<typeof BoundedQueue>[0]> = {}) {
  const queue = new BoundedQueue({
    at_once: 1,
    waiting_max: 4,
    waiting_max_each: 2,
    trusted_max_each: 2,
    reserved: 1,
    retry_after: 2,
    ...options,
  })
  const started: string[] = []
  const endings: (() => void)[] = []
  let running = 0
  let most = 0
  function ask(name: string, asker?: { key: string; is_trusted?: boolean }): Promise<string> {
    return queue.run(asker, async () => {
      started.push(name)
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => endings.push(resolve))
      running -= 1
      return name
    })
  }
  async function endOne(): Promise<void> {
    await expect.poll(() => endings.length).toBeGreaterThan(0)
    endings.shift()?.()
  }
  return { ask, started, endOne, most: () => most }
}

describe('A full queue', () => {
  it('Whoever finds the queue full is refused at once, with 503 and Retry-After', async () => {
    const { ask } = createQueue({ waiting_max: 1 })
    void ask('running', { key: 'amy' })
    void ask('waiting', { key: 'bob' })
    await expect(ask('refused', { key: 'cat' })).rejects.toMatchObject({ status: 503, code: 'busy', retry_after: 2 })
  })

  it('Somebody whose own requests fill their share leaves room for others', async () => {
    const { ask, endOne, started } = createQueue()
    void ask('eve 1', { key: 'eve' })
    void ask('eve 2', { key: 'eve' })
    void ask('eve 3', { key: 'eve' })
    await expect(ask('eve 4', { key: 'eve' })).rejects.toMatchObject({ status: 503 })
    const honest = ask('honest', { key: 'amy' })
    for (let i = 0; i < 4; i += 1) await endOne()
    expect(await honest).toBe('honest')
    expect(started).toEqual(['eve 1', 'eve 2', 'honest', 'eve 3'])
  })

  it('A newcomer displaces the newest request of whoever has the most waiting', async () => {
    const { ask, endOne, started } = createQueue({ waiting_max: 3, waiting_max_each: 3 })
    void ask('eve 1', { key: 'eve' })
    void ask('eve 2', { key: 'eve' })
    void ask('eve 3', { key: 'eve' })
    const displaced = ask('eve 4', { key: 'eve' })
    const honest = ask('honest', { key: 'amy' })
    await expect(displaced).rejects.toMatchObject({ status: 503, code: 'busy' })
    for (let i = 0; i < 4; i += 1) await endOne()
    expect(await honest).toBe('honest')
    expect(started).toEqual(['eve 1', 'eve 2', 'honest', 'eve 3'])
  })

  it('A trusted person gets a reserved place and goes first, within a limit', async () => {
    const { ask, endOne, started } = createQueue({ waiting_max: 1 })
    void ask('running', { key: 'eve' })
    void ask('waiting', { key: 'bob' })
    const trusted = ask('trusted', { key: 'amy', is_trusted: true })
    await expect(ask('too many', { key: 'dan', is_trusted: true })).rejects.toMatchObject({ status: 503 })
    for (let i = 0; i < 3; i += 1) await endOne()
    expect(await trusted).toBe('trusted')
    expect(started).toEqual(['running', 'trusted', 'waiting'])
  })
})

describe('Trusted people with many requests', () => {
  it('A trusted person with many requests neither excludes other trusted people nor delays them by more than one turn', async () => {
    const { ask, endOne, started } = createQueue({ waiting_max: 2, reserved: 2 })
    void ask('running', { key: 'eve', is_trusted: true })
    void ask('eve 1', { key: 'eve', is_trusted: true })
    void ask('eve 2', { key: 'eve', is_trusted: true })
    await expect(ask('eve 3', { key: 'eve', is_trusted: true })).rejects.toMatchObject({ status: 503 })
    const amy = ask('amy', { key: 'amy', is_trusted: true })
    const bob = ask('bob', { key: 'bob', is_trusted: true })
    for (let i = 0; i < 5; i += 1) await endOne()
    await Promise.all([amy, bob])
    expect(started).toEqual(['running', 'eve 1', 'amy', 'bob', 'eve 2'])
  })

  it('A trusted person with many requests gives up the newest place to a trusted person who has none', async () => {
    const { ask, endOne } = createQueue({ waiting_max: 1, reserved: 1 })
    void ask('running', { key: 'eve', is_trusted: true })
    void ask('eve 1', { key: 'eve', is_trusted: true })
    const displaced = ask('eve 2', { key: 'eve', is_trusted: true })
    const amy = ask('amy', { key: 'amy', is_trusted: true })
    await expect(displaced).rejects.toMatchObject({ status: 503 })
    for (let i = 0; i < 3; i += 1) await endOne()
    expect(await amy).toBe('amy')
  })
})

describe('The bounded queue', () => {
  it('The queue runs a limited number at a time, and everything it accepted, also after failures', async () => {
    const queue = new BoundedQueue({
      at_once: 2,
      waiting_max: 100,
      waiting_max_each: 100,
      trusted_max_each: 100,
      reserved: 0,
      retry_after: 1,
    })
    let running = 0
    let most = 0
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        queue.run({ key: `${i % 7}` }, async () => {
          running += 1
          most = Math.max(most, running)
          await Promise.resolve()
          running -= 1
          if (i % 3 === 0) throw new Error('planted')
          return i
        }),
      ),
    )
    expect(most).toBe(2)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(33)
  })

  it('The queue never refuses work of the product itself', async () => {
    const { ask, endOne } = createQueue({ waiting_max: 0, reserved: 0 })
    const all = Array.from({ length: 5 }, (_, i) => ask(`own ${i}`))
    for (let i = 0; i < 5; i += 1) await endOne()
    expect(await Promise.all(all)).toHaveLength(5)
  })
})
