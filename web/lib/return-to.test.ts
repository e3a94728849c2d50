import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
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
])('Signing in never redirects to %j', (elsewhere) => {
  rememberReturnTo(elsewhere)
  expect(returnTo()).toBeNull()
})

test('A visitor who was not redirected has no page to return to', () => {
  expect(returnTo()).toBeNull()
})

test('A visitor who was redirected by the guard returns to the requested page, with its query and hash', () => {
  rememberReturnTo('/amy?post=1#comments')
  expect(returnTo()).toBe('/amy?post=1#comments')
})

test('The page to return to is forgotten after it was reached', () => {
  rememberReturnTo('/settings')
  forgetReturnTo()
  expect(returnTo()).toBeNull()
})

test('A person who has requested deletion reads until when they can return, until they leave that page', () => {
  expect(erasureDate()).toBeNull()
  storeErasureDate('2026-03-15T12:00:00.000Z')
  expect(erasureDate()).toBe('2026-03-15T12:00:00.000Z')
  clearErasureDate()
  expect(erasureDate()).toBeNull()
})
