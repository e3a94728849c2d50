import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const NOW = Date.parse('2026-11-16T12:00:00.000Z')

// Spec 9.22
test.each([
  ['2026-11-16T12:00:00.000Z', { unit: 'now' }],
  ['2026-11-16T11:00:00.001Z', { unit: 'now' }],
  // A clock that is behind the server's.
  ['2026-11-16T12:00:05.000Z', { unit: 'now' }],
  ['2026-11-16T11:00:00.000Z', { unit: 'hours', count: 1 }],
  ['2026-11-16T09:00:01.000Z', { unit: 'hours', count: 2 }],
  ['2026-11-15T12:00:00.001Z', { unit: 'hours', count: 23 }],
  ['2026-11-15T12:00:00.000Z', { unit: 'days', count: 1 }],
  ['2026-11-04T11:59:00.000Z', { unit: 'days', count: 12 }],
])('A message written at %s is shown as %j at noon', (created_at, told) => {
  expect(timeAgo(created_at, NOW)).toEqual(told)
})
