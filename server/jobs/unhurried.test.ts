import { expect, it } from 'vitest'
import { restForPeople, shareOfLate, unhurried } from './unhurried.ts'

it('A hundred go as fast as they can, and each one after them is followed by a rest, also one that fails', async () => {
  const rests: number[] = []
  const done: number[] = []
  const work = unhurried(
    async (item: number) => {
      if (item === 101) throw new Error('refused')
      done.push(item)
    },
    async (ms) => rests.push(ms),
  )
  for (let item = 1; item <= 99; item += 1) await work(item)
  expect(rests).toEqual([])
  await work(100)
  expect(rests).toHaveLength(1)
  await expect(work(101)).rejects.toThrow('refused')
  expect(rests).toHaveLength(2)
  expect(done).toHaveLength(100)
})

it('The rest is as long as the work took', async () => {
  const rests: number[] = []
  let held = Promise.withResolvers<void>()
  const work = unhurried(
    () => held.promise,
    async (ms) => rests.push(ms),
  )
  held.resolve()
  for (let item = 1; item < 100; item += 1) await work(item)
  held = Promise.withResolvers<void>()
  const begun_at = performance.now()
  const working = work(100)
  await new Promise((resolve) => setImmediate(resolve))
  held.resolve()
  const took_at_least = performance.now() - begun_at
  await working
  expect(rests[0]).toBeGreaterThanOrEqual(took_at_least)
  expect(rests[0]).toBeLessThanOrEqual(performance.now() - begun_at)
})

it.each([
  ['is idle, rests once', [0.1], 1],
  ['is busy for a while, rests until it is not', [0.9, 0.7, 0.6, 0.5], 4],
  ['is busy for long, rests five times and goes on', [0.9, 0.9, 0.9, 0.9, 0.9, 0.9], 5],
])('A machine that %s', async (_, shares, rests) => {
  const slept: number[] = []
  const left = [...shares]
  await restForPeople(300, { wait: async (ms) => slept.push(ms), busyShare: () => left.shift() ?? 0 })
  expect(slept).toEqual(Array.from({ length: rests }, () => 300))
})

it('A process that computes without a pause is busy', async () => {
  shareOfLate()
  const end = performance.now() + 600
  while (performance.now() < end);
  await new Promise((resolve) => setImmediate(resolve))
  expect(shareOfLate()).toBeGreaterThan(0.6)
  expect(shareOfLate()).toBeLessThanOrEqual(1)
})
