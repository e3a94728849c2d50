import { describe, expect, it } from 'vitest'
import { type Sender, UploadLine } from './upload-line.ts'

/** People in front of a line, and work that is done when the test says so. */
function counter(options: { at_once?: number; waiting_max?: number; wait_ms?: number } = {}) {
  const turns = new UploadLine({ what: 'pictures', at_once: 1, waiting_max: 30, ...options })
  const begun: string[] = []
  const finish: (() => void)[] = []
  const callers = new Map<string, AbortController>()
  return {
    begun,
    finishOne: () => finish.shift()?.(),
    hangUp: (name: string) => callers.get(name)?.abort(),
    send(user_id: string, name = user_id): Promise<string> {
      const caller = new AbortController()
      callers.set(name, caller)
      const sender: Sender = { user_id, signal: caller.signal }
      return turns.take(sender, () => this.work(name))
    },
    sendOwn: (name: string) => turns.take(undefined, async () => name),
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
    line.finishOne()
    expect(await first).toBe('amy 1')
    // One of hers is through, so the next one is welcome, behind Bob.
    const third = line.send('amy', 'amy 3')
    line.finishOne()
    await second
    line.finishOne()
    await bob
    line.finishOne()
    expect(await third).toBe('amy 3')
    expect(line.begun).toEqual(['amy 1', 'amy 2', 'bob', 'amy 3'])
  })

  it('forgets who hung up: nothing of theirs is begun, and their place is free', async () => {
    const line = counter({ waiting_max: 1 })
    const first = line.send('amy')
    const waiting = line.send('bob')
    await expect(line.send('cleo')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
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
    await expect(line.send('bob')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
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
    const turns = new UploadLine({ what: 'pictures', at_once: 1, waiting_max: 1 })
    const failed = turns.take(undefined, () => Promise.reject(new Error('broken')))
    const next = turns.take(undefined, async () => 'drawn')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('drawn')
  })
})
