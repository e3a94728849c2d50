import { expect, test } from 'vitest'
import { curveOf, heightOf, labelledDays } from './curve.ts'

const days = (...people: number[]) => people.map((count) => ({ people: count }))

test.each([
  [
    [118, 3],
    [40, 80, 120],
  ],
  [
    [0, 0],
    [1, 2, 3],
  ],
  [[7], [4, 8, 12]],
  [
    [301, 2],
    [200, 400, 600],
  ],
  [[1_000_000], [400_000, 800_000, 1_200_000]],
])('The lines behind %j are at %j', (people, ticks) => {
  expect(curveOf(days(...people)).ticks).toEqual(ticks)
})

test('The curve passes through the value of every day, from the left edge to the right one', () => {
  const { places, line, area, ticks } = curveOf(days(0, 120, 60))
  expect(places.map(({ x }) => x)).toEqual([0, 50, 100])
  expect(places.map(({ y }) => y)).toEqual([0, 120, 60].map((value) => heightOf(value, ticks)))
  expect(line).toBe('M0 100 C25 100 25 8 50 8 C75 8 75 54 100 54')
  expect(area).toBe(`${line} L100 100 L0 100Z`)
})

test('A single day is a point, not a line', () => {
  expect(curveOf(days(3))).toMatchObject({ line: '', area: '', places: [{ x: 100 }] })
})

test.each([
  [30, [0, 7, 15, 22, 29]],
  [31, [0, 8, 15, 23, 30]],
  [10, [0, 3, 6, 9]],
  [2, [0, 1]],
  [1, [0]],
])('Of %d days these have a label: %j', (count, expected) => {
  expect(labelledDays(count)).toEqual(expected)
})
