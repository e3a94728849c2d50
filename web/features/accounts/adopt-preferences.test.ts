import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
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
test('A browser that has stored a theme and a language keeps them when somebody signs in', async () => {
  localStorage.setItem('theme', 'light')
  await chooseLanguage('en')
  await adoptPreferences({ theme: 'dark', locale: 'fr' })
  expect([chosenTheme(), currentLanguage()]).toEqual(['light', 'en'])
})

test('A URL that names a language wins over the language of the account', async () => {
  fakeBrowser({ href: 'https://loge.test/login?lang=en' })
  await adoptPreferences({ theme: null, locale: 'fr' })
  expect(currentLanguage()).toBe('en')
})

test('An account without stored preferences changes nothing in the browser', async () => {
  await adoptPreferences({ theme: null, locale: null })
  expect([chosenTheme(), currentLanguage(), document.cookie]).toEqual([null, 'en', ''])
})

test('A browser without stored preferences takes over those of the account, and stores the language', async () => {
  await adoptPreferences({ theme: 'dark', locale: 'fr' })
  expect([chosenTheme(), currentLanguage()]).toEqual(['dark', 'fr'])
  expect(document.cookie).toContain('lang=fr')
})
