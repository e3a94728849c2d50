import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formerId, registeredId, rememberRegistered, setPushOwner } from './push-owner.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-18T12:00:00Z')
const PLACE = { endpoint: 'https://push.example.com/1', session: 'a' }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('A device is registered again at another address, for another session, and after a day', () => {
  expect(registeredId(PLACE, NOW)).toBeNull()
  rememberRegistered({ ...PLACE, id: '1' }, NOW)
  expect(registeredId(PLACE, NOW)).toBe('1')
  expect(registeredId(PLACE, NOW + DAY - 1)).toBe('1')
  expect(registeredId(PLACE, NOW + DAY)).toBeNull()
  expect(registeredId(PLACE, NOW - 1)).toBeNull()
  expect(registeredId({ ...PLACE, endpoint: 'https://push.example.com/2' }, NOW)).toBeNull()
  expect(registeredId({ ...PLACE, session: 'b' }, NOW)).toBeNull()
})

test('A device that is registered again names what it was before, also after a day', () => {
  expect(formerId()).toBeNull()
  rememberRegistered({ ...PLACE, id: '1' }, NOW - 2 * DAY)
  expect(formerId()).toBe('1')
  setPushOwner(null)
  expect(formerId()).toBeNull()
})

test('What was remembered goes with the wish for push, and nonsense is nothing', () => {
  rememberRegistered({ ...PLACE, id: '1' }, NOW)
  setPushOwner(null)
  expect(registeredId(PLACE, NOW)).toBeNull()
  localStorage.setItem('push_registered', '{')
  expect(registeredId(PLACE, NOW)).toBeNull()
})
