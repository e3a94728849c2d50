import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'
import { keepLive } from './live.ts'
import { clearToken, sessionToken, storeToken } from './session.ts'

let happened: string[] = []
let stop = () => {}
const connection = {
  open: (token: string) => void happened.push(`open ${token}`),
  close: () => void happened.push(`close, token ${sessionToken()}`),
}

beforeEach(() => {
  fakeBrowser()
  happened = []
})

afterEach(() => {
  stop()
  clearToken()
  vi.unstubAllGlobals()
})

test('A visitor has no live connection', () => {
  stop = keepLive(connection)
  clearToken()
  expect(happened).toEqual([])
})

test('It starts with the session and ends after the token is gone', () => {
  stop = keepLive(connection)
  storeToken('amy')
  clearToken()
  expect(happened).toEqual(['open amy', 'close, token null'])
})

test('A member who opens the page is connected at once', () => {
  storeToken('amy')
  stop = keepLive(connection)
  expect(happened).toEqual(['open amy'])
})

test('When the token changes, the connection changes with it', () => {
  storeToken('amy')
  stop = keepLive(connection)
  storeToken('bob')
  expect(happened).toEqual(['open amy', 'close, token bob', 'open bob'])
})
