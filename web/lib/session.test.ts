import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { clearToken, refuseToken, sessionToken, storeToken, subscribeToSession, wasRefused } from './session.ts'

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

test('Somebody whose browser refuses storage stays signed in while the tab is open', () => {
  fakeBrowser({ storage: 'refused' })
  storeToken('secret')
  expect(sessionToken()).toBe('secret')
  clearToken()
  expect(sessionToken()).toBeNull()
})

test('A visitor has no token', () => {
  fakeBrowser()
  expect(sessionToken()).toBeNull()
})

// Spec 3.34
test('The token is stored as auth_token', () => {
  fakeBrowser()
  storeToken('secret')
  expect(localStorage.getItem('auth_token')).toBe('secret')
})

test('Subscribers to the session are told when a token is set and deleted', () => {
  fakeBrowser()
  const heard: (string | null)[] = []
  const stop = subscribeToSession(() => heard.push(sessionToken()))
  storeToken('secret')
  clearToken()
  stop()
  storeToken('unheard')
  expect(heard).toEqual(['secret', null])
})

test('Somebody who signs out in another tab is signed out in this one', () => {
  const browser = fakeBrowser()
  storeToken('secret')
  const heard: (string | null)[] = []
  const stop = subscribeToSession(() => heard.push(sessionToken()))
  browser.otherTabStores('theme', 'dark')
  browser.otherTabStores('auth_token', null)
  stop()
  browser.otherTabStores('auth_token', 'unheard')
  expect(heard).toEqual([null])
})

test('Only a session that the server has refused is reported as refused', () => {
  fakeBrowser()
  const heard: boolean[] = []
  const stop = subscribeToSession(() => heard.push(wasRefused()))
  storeToken('secret')
  refuseToken()
  storeToken('secret, again')
  clearToken()
  stop()
  expect(heard).toEqual([false, true, false, false])
})
