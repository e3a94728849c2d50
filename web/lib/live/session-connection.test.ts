import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { clearToken, sessionToken, storeToken } from '#web/lib/session.ts'
import { connectWithSession } from './session-connection.ts'

let happened: string[] = []
let stop = () => {}
const connection = {
  open: () => void happened.push(`open with ${sessionToken()}`),
  renew: () => void happened.push(`renew with ${sessionToken()}`),
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
  stop = connectWithSession(connection)
  clearToken()
  expect(happened).toEqual([])
})

// Spec 4.38, 4.44
test('The live connection starts with the session, and ends after the token was deleted', () => {
  stop = connectWithSession(connection)
  storeToken('amy')
  clearToken()
  expect(happened).toEqual(['open with amy', 'close, token null'])
})

test('A member who opens the page is connected at once', () => {
  storeToken('amy')
  stop = connectWithSession(connection)
  expect(happened).toEqual(['open with amy'])
})

test('A replaced token does not interrupt the live connection', () => {
  storeToken('amy')
  stop = connectWithSession(connection)
  storeToken('amy, newer')
  expect(happened).toEqual(['open with amy', 'renew with amy, newer'])
})
