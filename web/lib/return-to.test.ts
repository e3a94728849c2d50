import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'
import {
  clearErasureDate,
  erasureDate,
  forgetReturnTo,
  rememberReturnTo,
  returnTo,
  storeErasureDate,
} from './return-to.ts'

beforeEach(() => {
  fakeBrowser()
})

afterEach(() => {
  forgetReturnTo()
  vi.unstubAllGlobals()
})

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  'javascript:alert(1)',
  'settings',
  '',
])('Logging in never leads to %j', (elsewhere) => {
  rememberReturnTo(elsewhere)
  expect(returnTo()).toBeNull()
})

test('Who was not turned away is led nowhere in particular', () => {
  expect(returnTo()).toBeNull()
})

test('Who was turned away is led back to the page they asked for, query and part included', () => {
  rememberReturnTo('/amy?post=1#comments')
  expect(returnTo()).toBe('/amy?post=1#comments')
})

test('Once there, the way back is forgotten', () => {
  rememberReturnTo('/settings')
  forgetReturnTo()
  expect(returnTo()).toBeNull()
})

test('Who has deleted their account is told until when they can come back, until they leave the page that says so', () => {
  expect(erasureDate()).toBeNull()
  storeErasureDate('2026-03-15T12:00:00.000Z')
  expect(erasureDate()).toBe('2026-03-15T12:00:00.000Z')
  clearErasureDate()
  expect(erasureDate()).toBeNull()
})
