import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
import { timeLeft } from './time-left.ts'

// Spec 3.17
test.each([
  [1, 1, 'minutes'],
  [MINUTE_MS, 1, 'minutes'],
  [1.5 * MINUTE_MS, 2, 'minutes'],
  [42 * MINUTE_MS - 1, 42, 'minutes'],
  [59.5 * MINUTE_MS - 1, 59, 'minutes'],
  [59.5 * MINUTE_MS, 1, 'hours'],
  [9 * HOUR_MS - 1, 9, 'hours'],
  [23.5 * HOUR_MS - 1, 23, 'hours'],
  [23.5 * HOUR_MS, 1, 'days'],
  [DAY_MS, 1, 'days'],
  [1.5 * DAY_MS - 1, 1, 'days'],
  [1.5 * DAY_MS, 2, 'days'],
  [23 * DAY_MS - 1, 23, 'days'],
  [3650 * DAY_MS, 3650, 'days'],
])('With %d ms left, "%d %s" is shown', (ms, count, unit) => {
  expect(timeLeft(ms)).toEqual({ count, unit })
})

test('The time left that is shown only ever decreases, and is never zero', () => {
  const length = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS }
  let before = Number.POSITIVE_INFINITY
  for (let ms = 3 * DAY_MS; ms > 0; ms -= 61_003) {
    const { count, unit } = timeLeft(ms)
    expect(count * length[unit]).toBeGreaterThan(0)
    expect(count * length[unit]).toBeLessThanOrEqual(before)
    before = count * length[unit]
  }
})
