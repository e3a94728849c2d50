import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { call } from '#web/lib/api.ts'
import { loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { clearToken, sessionToken, storeToken } from '#web/lib/session.ts'
import { currentToasts, dismissToast } from '#web/lib/toasts.ts'
import { toastWhenSessionEnds } from './session-ended-toast.ts'

let stop: () => void

beforeEach(() => {
  fakeBrowser()
  storeToken('amy')
  stop = toastWhenSessionEnds()
})
afterEach(() => {
  stop()
  for (const { id } of currentToasts()) dismissToast(id)
  vi.unstubAllGlobals()
})

const said = () => currentToasts().map(({ message }) => message)

test.each([
  ['en', 'Your session has ended. Log in to come back to where you were.'],
  ['fr', 'Votre session a pris fin. Connectez-vous pour revenir où vous en étiez.'],
] as const)('A member who was signed out from elsewhere is told so once, in %s', async (language, words) => {
  await Promise.all([loadNamespace('members'), switchLanguage(language)])
  const refusal = { error: 'No', code: 'unauthenticated' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 401 })))
  const asked = [call(accounts.get_user), call(accounts.get_user)]
  for (const answer of await Promise.allSettled(asked)) expect(answer.status).toBe('rejected')
  expect(sessionToken()).toBeNull()
  expect(said()).toEqual([words])
})

test('A member who signs out sees no toast about the end of the session', () => {
  clearToken()
  expect(said()).toEqual([])
})
