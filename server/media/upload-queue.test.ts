import { describe, expect, it } from 'vitest'
import { DecodeBudget } from './decode-budget.ts'
import { type Sender, UploadQueue } from './upload-queue.ts'

interface Options {
  at_once?: number
  waiting_max?: number
  wait_ms?: number
  /** The decode seconds of each person. */
  seconds?: number
}

/** A queue of uploads, whose work is done when the test says so. */
function createQueue({ seconds = 300, ...options }: Options = {}) {
  let now = 0
  const clock = () => now
  const budget = new DecodeBudget({ max_ms: seconds * 1000, now: clock })
  const queue = new UploadQueue({ what: 'pictures', at_once: 1, waiting_max: 30, budget, clock, ...options })
  const begun: string[] = []
  const finish: (() => void)[] = []
  const callers = new Map<string, AbortController>()
  return {
    begun,
    budget,
    passes: (seconds: number) => {
      now += seconds * 1000
    },
    finishOne: () => finish.shift()?.(),
    hangUp: (name: string) => callers.get(name)?.abort(),
    send(user_id: string, name = user_id): Promise<string> {
      const caller = new AbortController()
      callers.set(name, caller)
      const sender: Sender = { user_id, signal: caller.signal, is_limited: true }
      return queue.run(sender, () => this.work(name))
    },
    sendOwn: (name: string) => queue.run(undefined, async () => name),
    work(name: string): Promise<string> {
      begun.push(name)
      return new Promise((resolve) => finish.push(() => resolve(name)))
    },
  }
}

describe('The queue of uploads', () => {
  it('One person has two places in the queue, and others can still join it', async () => {
    const queue = createQueue()
    const first = queue.send('amy', 'amy 1')
    const second = queue.send('amy', 'amy 2')
    await expect(queue.send('amy', 'amy 3')).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    const bob = queue.send('bob')
    queue.passes(1)
    queue.finishOne()
    expect(await first).toBe('amy 1')
    // One of hers is done, so the next one is accepted, behind Bob.
    const third = queue.send('amy', 'amy 3')
    queue.finishOne()
    await bob
    queue.finishOne()
    await second
    queue.finishOne()
    expect(await third).toBe('amy 3')
    expect(queue.begun).toEqual(['amy 1', 'bob', 'amy 2', 'amy 3'])
  })

  it('An honest person is served next, although two others have sent their files again and again', async () => {
    const queue = createQueue()
    const replies: Promise<string>[] = []
    for (const attacker of ['mal', 'mel']) {
      replies.push(queue.send(attacker, `${attacker} 1`))
      replies.push(queue.send(attacker, `${attacker} 2`))
    }
    // Each has had a slow file before.
    for (const attacker of ['mal', 'mel']) queue.budget.charge(attacker, 30_000)
    replies.push(queue.send('amy'))
    for (const _ of replies) {
      queue.passes(20)
      queue.finishOne()
      await new Promise(setImmediate)
    }
    await Promise.all(replies)
    expect(queue.begun).toEqual(['mal 1', 'amy', 'mel 1', 'mal 2', 'mel 2'])
  })

  it('One person has one upload in work at a time, although other places are free', async () => {
    const queue = createQueue({ at_once: 3 })
    const replies = [queue.send('mal', 'mal 1'), queue.send('mal', 'mal 2'), queue.send('mel'), queue.send('amy')]
    await new Promise(setImmediate)
    expect(queue.begun).toEqual(['mal 1', 'mel', 'amy'])
    queue.finishOne()
    await replies[0]
    await new Promise(setImmediate)
    expect(queue.begun).toEqual(['mal 1', 'mel', 'amy', 'mal 2'])
    for (const _ of replies) queue.finishOne()
    await Promise.all(replies)
  })

  it('A person who has used up their decode seconds is refused for the rest of the hour, and nobody else is', async () => {
    const queue = createQueue({ seconds: 60 })
    const slow = queue.send('mal', 'mal 1')
    const waiting = queue.send('mal', 'mal 2')
    queue.passes(61)
    queue.finishOne()
    await slow
    const hour = { code: 'rate_limited', status: 429, retry_after: 3600 }
    // What waited behind it is not started either.
    await expect(waiting).rejects.toMatchObject(hour)
    queue.passes(600)
    const amy = queue.send('amy')
    // At once, and not when it would be their turn.
    await expect(queue.send('mal', 'mal 3')).rejects.toMatchObject({ ...hour, retry_after: 3000 })
    queue.finishOne()
    expect(await amy).toBe('amy')
    queue.passes(3000)
    const next = queue.send('mal', 'mal 4')
    queue.finishOne()
    expect(await next).toBe('mal 4')
    expect(queue.begun).toEqual(['mal 1', 'amy', 'mal 4'])
  })

  it('A creator can publish thirty photos within an hour, on a slow machine too', async () => {
    const queue = createQueue()
    for (let i = 0; i < 30; i += 1) {
      const photo = queue.send('amy', `photo ${i}`)
      queue.passes(8)
      queue.finishOne()
      await photo
    }
    expect(queue.begun).toHaveLength(30)
  })

  it('The budget remembers a bounded number of people, and drops those whose hour began first', () => {
    const budget = new DecodeBudget({ max_ms: 1, max_people: 3, now: () => 0 })
    for (const name of ['amy', 'bob', 'cem', 'dora']) budget.charge(name, 5)
    expect(['amy', 'bob', 'cem', 'dora'].map((name) => budget.spentBy(name))).toEqual([0, 5, 5, 5])
  })

  it('The upload of a client that hung up is not started, and its place is free', async () => {
    const queue = createQueue({ waiting_max: 1 })
    const first = queue.send('amy')
    const waiting = queue.send('bob')
    await expect(queue.send('cleo')).rejects.toMatchObject({ code: 'busy', status: 503 })
    queue.hangUp('bob')
    await expect(waiting).rejects.toThrow('given up')
    const next = queue.send('dora')
    queue.finishOne()
    await first
    queue.finishOne()
    await next
    expect(queue.begun).toEqual(['amy', 'dora'])
  })

  it('Waiting for a place has a timeout', async () => {
    const queue = createQueue({ wait_ms: 20 })
    const first = queue.send('amy')
    await expect(queue.send('bob')).rejects.toMatchObject({ code: 'busy', status: 503 })
    queue.finishOne()
    await first
    expect(queue.begun).toEqual(['amy'])
  })

  it('Work of the product itself is never refused', async () => {
    const queue = createQueue({ waiting_max: 1, wait_ms: 0 })
    const first = queue.send('amy')
    const own = Promise.all(['one', 'two', 'three', 'four'].map((name) => queue.sendOwn(name)))
    queue.finishOne()
    await first
    expect(await own).toEqual(['one', 'two', 'three', 'four'])
  })

  it('The queue continues after work that failed', async () => {
    const queue = new UploadQueue({ what: 'pictures', at_once: 1, waiting_max: 1 })
    const failed = queue.run(undefined, () => Promise.reject(new Error('broken')))
    const next = queue.run(undefined, async () => 'drawn')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('drawn')
  })
})
