import { expect, test } from 'vitest'
import { storyTimeLeft } from './time-left.ts'

// Spec 2.107
test.each([
  [24, 'hours', 24],
  [5.99, 'hours', 5],
  [1.01, 'hours', 1],
  [1, 'minutes', 60],
  [0.7, 'minutes', 42],
  [0.001, 'minutes', 1],
  [0, 'minutes', 1],
  [-2, 'minutes', 1],
] as const)('With %d hours left, a story says %s: %d', (hours, unit, count) => {
  expect(storyTimeLeft(hours)).toEqual({ unit, count })
})
