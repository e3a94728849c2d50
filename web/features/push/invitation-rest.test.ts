import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isResting, startRest } from './invitation-rest.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-18T12:00:00Z')

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('An invitation that nobody has put off does not rest', () => {
  expect(isResting(NOW)).toBe(false)
})

test('After "Not now" the invitation rests for 30 days, and then comes back', () => {
  startRest(NOW)
  expect(isResting(NOW)).toBe(true)
  expect(isResting(NOW + 30 * DAY - 1)).toBe(true)
  expect(isResting(NOW + 30 * DAY)).toBe(false)
})

test('A value that is no time, or one in the future, keeps nobody from the invitation', () => {
  localStorage.setItem('push_later', 'soon')
  expect(isResting(NOW)).toBe(false)
  startRest(NOW + DAY)
  expect(isResting(NOW)).toBe(false)
})
