import { describe, expect, it } from 'vitest'
import { DecodeBudget } from './decode-budget.ts'
import { type Sender, UploadQueue } from './upload-queue.ts'

interface Options {
  at_once?: number
  waiting_max?: number
  wait_ms?: number
  /** How many decode seconds everybody has. */
  seconds?: number
}

/** People in front of a line, and work that is done when the test says so. */
function counter({ seconds = 300, ...options }: Options = {}) {
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

describe('A line in front of the decoders', () => {
  it('has two places for one person, and is open to the others meanwhile', async () => {
    const line = counter()
    const first = line.send('amy', 'amy 1')
    const second = line.send('amy', 'amy 2')
    await expect(line.send('amy', 'amy 3')).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    const bob = line.send('bob')
    line.passes(1)
    line.finishOne()
    expect(await first).toBe('amy 1')
    // One of hers is through, so the next one is welcome, behind Bob.
    const third = line.send('amy', 'amy 3')
    line.finishOne()
    await bob
    line.finishOne()
    await second
    line.finishOne()
    expect(await third).toBe('amy 3')
    expect(line.begun).toEqual(['amy 1', 'bob', 'amy 2', 'amy 3'])
  })

  it('serves somebody honest next, although two others have sent their files again and again', async () => {
    const line = counter()
    const replies: Promise<string>[] = []
    for (const attacker of ['mal', 'mel']) {
      replies.push(line.send(attacker, `${attacker} 1`))
      replies.push(line.send(attacker, `${attacker} 2`))
    }
    // Each has had a slow one before.
    for (const attacker of ['mal', 'mel']) line.budget.charge(attacker, 30_000)
    replies.push(line.send('amy'))
    for (const _ of replies) {
      line.passes(20)
      line.finishOne()
      await new Promise(setImmediate)
    }
    await Promise.all(replies)
    expect(line.begun).toEqual(['mal 1', 'amy', 'mel 1', 'mal 2', 'mel 2'])
  })

  it('has one place at work for one person, although others are free', async () => {
    const line = counter({ at_once: 3 })
    const replies = [line.send('mal', 'mal 1'), line.send('mal', 'mal 2'), line.send('mel'), line.send('amy')]
    await new Promise(setImmediate)
    expect(line.begun).toEqual(['mal 1', 'mel', 'amy'])
    line.finishOne()
    await replies[0]
    await new Promise(setImmediate)
    expect(line.begun).toEqual(['mal 1', 'mel', 'amy', 'mal 2'])
    for (const _ of replies) line.finishOne()
    await Promise.all(replies)
  })

  it('is closed for the rest of the hour to who has used up their decode seconds, and to nobody else', async () => {
    const line = counter({ seconds: 60 })
    const slow = line.send('mal', 'mal 1')
    const waiting = line.send('mal', 'mal 2')
    line.passes(61)
    line.finishOne()
    await slow
    const hour = { code: 'rate_limited', status: 429, retry_after: 3600 }
    // What waited behind it is not begun either.
    await expect(waiting).rejects.toMatchObject(hour)
    line.passes(600)
    const amy = line.send('amy')
    // At once, and not when it would be their turn.
    await expect(line.send('mal', 'mal 3')).rejects.toMatchObject({ ...hour, retry_after: 3000 })
    line.finishOne()
    expect(await amy).toBe('amy')
    line.passes(3000)
    const next = line.send('mal', 'mal 4')
    line.finishOne()
    expect(await next).toBe('mal 4')
    expect(line.begun).toEqual(['mal 1', 'amy', 'mal 4'])
  })

  it('has time for a creator who publishes thirty photos within an hour, on a slow machine too', async () => {
    const line = counter()
    for (let i = 0; i < 30; i += 1) {
      const photo = line.send('amy', `photo ${i}`)
      line.passes(8)
      line.finishOne()
      await photo
    }
    expect(line.begun).toHaveLength(30)
  })

  it('remembers a bounded number of people, and forgets those first whose hour began first', () => {
    const budget = new DecodeBudget({ max_ms: 1, max_people: 3, now: () => 0 })
    for (const name of ['amy', 'bob', 'cem', 'dora']) budget.charge(name, 5)
    expect(['amy', 'bob', 'cem', 'dora'].map((name) => budget.spentBy(name))).toEqual([0, 5, 5, 5])
  })

  it('forgets who hung up: nothing of theirs is begun, and their place is free', async () => {
    const line = counter({ waiting_max: 1 })
    const first = line.send('amy')
    const waiting = line.send('bob')
    await expect(line.send('cleo')).rejects.toMatchObject({ code: 'busy', status: 503 })
    line.hangUp('bob')
    await expect(waiting).rejects.toThrow('given up')
    const next = line.send('dora')
    line.finishOne()
    await first
    line.finishOne()
    await next
    expect(line.begun).toEqual(['amy', 'dora'])
  })

  it('lets nobody wait for long', async () => {
    const line = counter({ wait_ms: 20 })
    const first = line.send('amy')
    await expect(line.send('bob')).rejects.toMatchObject({ code: 'busy', status: 503 })
    line.finishOne()
    await first
    expect(line.begun).toEqual(['amy'])
  })

  it('turns nothing away that is the product’s own', async () => {
    const line = counter({ waiting_max: 1, wait_ms: 0 })
    const first = line.send('amy')
    const own = Promise.all(['one', 'two', 'three', 'four'].map((name) => line.sendOwn(name)))
    line.finishOne()
    await first
    expect(await own).toEqual(['one', 'two', 'three', 'four'])
  })

  it('goes on after work that failed', async () => {
    const queue = new UploadQueue({ what: 'pictures', at_once: 1, waiting_max: 1 })
    const failed = queue.run(undefined, () => Promise.reject(new Error('broken')))
    const next = queue.run(undefined, async () => 'drawn')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('drawn')
  })
})
