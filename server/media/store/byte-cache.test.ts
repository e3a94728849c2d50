import { describe, expect, it } from 'vitest'
import { ByteCache } from './byte-cache.ts'

/** Records which keys were loaded. */
function countedLoads() {
  const loads: string[] = []
  const load = (key: string, size: number) => async () => {
    loads.push(key)
    return Buffer.alloc(size, key)
  }
  return { loads, load }
}

describe('The cache of bytes', () => {
  it('The cache never exceeds its limit, and drops the least recently used entry first', async () => {
    const cache = new ByteCache(100)
    const { loads, load } = countedLoads()
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
      await cache.get(key, load(key, 40))
      expect(cache.bytes).toBeLessThanOrEqual(100)
    }
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
    expect(cache.bytes).toBe(80)
  })

  it('A file that would fill the cache alone is not cached', async () => {
    const cache = new ByteCache(100)
    const { loads, load } = countedLoads()
    await cache.get('small', load('small', 60))
    expect((await cache.get('large', load('large', 101)))?.length).toBe(101)
    expect(cache.bytes).toBe(60)
    await cache.get('small', load('small', 60))
    expect(loads).toEqual(['small', 'large'])
  })

  it('A file is loaded once, however many ask at once', async () => {
    const cache = new ByteCache(100)
    const { loads, load } = countedLoads()
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('a', load('a', 10))))
    expect(loads).toEqual(['a'])
    expect(answers.every((bytes) => bytes?.length === 10)).toBe(true)
  })

  it('Failures and missing files are not cached', async () => {
    const cache = new ByteCache(100)
    const { loads, load } = countedLoads()
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('a', async () => undefined)).toBeUndefined()
    await cache.get('a', load('a', 10))
    expect(loads).toEqual(['a'])
  })

  it('A file that was dropped is no longer cached, also when that happened while it was loading', async () => {
    const cache = new ByteCache(100)
    const { loads, load } = countedLoads()
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const waiting = cache.get('a', () => promise)
    cache.forget('a')
    resolve(Buffer.alloc(10))
    expect((await waiting)?.length).toBe(10)
    expect(cache.bytes).toBe(0)
    await cache.get('a', load('a', 10))
    cache.forget('a')
    expect(cache.bytes).toBe(0)
    await cache.get('a', load('a', 10))
    expect(loads).toEqual(['a', 'a'])
  })
})
