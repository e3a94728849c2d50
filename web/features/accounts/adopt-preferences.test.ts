import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'
import { chooseLanguage, currentLanguage, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { chosenTheme } from '#web/lib/theme.ts'
import { adoptPreferences } from './adopt-preferences.ts'

beforeEach(async () => {
  fakeBrowser()
  await switchLanguage('en')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

// Spec 4.48
test('A browser with a choice of its own keeps it', async () => {
  localStorage.setItem('theme', 'light')
  await chooseLanguage('en')
  await adoptPreferences({ theme: 'dark', locale: 'fr' })
  expect([chosenTheme(), currentLanguage()]).toEqual(['light', 'en'])
})

test('An address that names a language wins over the account', async () => {
  fakeBrowser({ href: 'https://loge.test/login?lang=en' })
  await adoptPreferences({ theme: null, locale: 'fr' })
  expect(currentLanguage()).toBe('en')
})

test('An account that holds no choice changes nothing', async () => {
  await adoptPreferences({ theme: null, locale: null })
  expect([chosenTheme(), currentLanguage(), document.cookie]).toEqual([null, 'en', ''])
})

test('A browser without a choice takes over the account’s, and keeps it', async () => {
  await adoptPreferences({ theme: 'dark', locale: 'fr' })
  expect([chosenTheme(), currentLanguage()]).toEqual(['dark', 'fr'])
  expect(document.cookie).toContain('lang=fr')
})
