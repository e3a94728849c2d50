import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginAttempt, clearAttempt, expectForm, failAttempt, lastAttempt, retainAttempt } from './signup-attempt.ts'

vi.mock('#web/lib/session.ts', () => ({ sessionToken: () => null, subscribeToSession: () => () => {} }))

const credentials = { email: 'amy@example.com', password: 'a good long password' }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  clearAttempt()
  vi.useRealTimers()
})

test('A sign-up that is refused right after its form was unmounted is kept for the form that returns', () => {
  const unmount = retainAttempt()
  beginAttempt(credentials)
  unmount()
  failAttempt(new Error('taken'))
  expectForm()
  vi.advanceTimersByTime(1)
  expect(lastAttempt()).toMatchObject(credentials)
  retainAttempt()()
})

test('A refused sign-up whose form was left is cleared at once, and one whose form does not return after ten seconds', () => {
  for (const [isReturning, ms] of [
    [false, 0],
    [true, 10_000],
  ] as const) {
    const unmount = retainAttempt()
    beginAttempt(credentials)
    failAttempt(new Error('taken'))
    if (isReturning) expectForm()
    unmount()
    vi.advanceTimersByTime(Math.max(ms - 1, 0))
    if (isReturning) expect(lastAttempt()).toMatchObject(credentials)
    vi.advanceTimersByTime(1)
    expect(lastAttempt()).toBeNull()
  }
})
