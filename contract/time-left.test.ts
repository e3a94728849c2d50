import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Spec 3.17
test.each([
  [1, 1, 'minutes'],
  [MINUTE, 1, 'minutes'],
  [1.5 * MINUTE, 2, 'minutes'],
  [42 * MINUTE - 1, 42, 'minutes'],
  [59.5 * MINUTE - 1, 59, 'minutes'],
  [59.5 * MINUTE, 1, 'hours'],
  [9 * HOUR - 1, 9, 'hours'],
  [23.5 * HOUR - 1, 23, 'hours'],
  [23.5 * HOUR, 1, 'days'],
  [DAY, 1, 'days'],
  [1.5 * DAY - 1, 1, 'days'],
  [1.5 * DAY, 2, 'days'],
  [23 * DAY - 1, 23, 'days'],
  [3650 * DAY, 3650, 'days'],
])('%d ms are %d %s', (ms, count, unit) => {
  expect(timeLeft(ms)).toEqual({ count, unit })
})

test('Whoever watches the time run down sees it get less, never more, and never nothing', () => {
  const length = { minutes: MINUTE, hours: HOUR, days: DAY }
  let before = Number.POSITIVE_INFINITY
  for (let ms = 3 * DAY; ms > 0; ms -= 61_003) {
    const { count, unit } = timeLeft(ms)
    expect(count * length[unit]).toBeGreaterThan(0)
    expect(count * length[unit]).toBeLessThanOrEqual(before)
    before = count * length[unit]
  }
})
