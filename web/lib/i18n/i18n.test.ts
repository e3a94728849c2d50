import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { isTranslationKey, loadNamespace, startLanguage, switchLanguage, t } from './i18n.ts'

let browser: ReturnType<typeof fakeBrowser>

beforeEach(async () => {
  browser = fakeBrowser()
  await Promise.all([loadNamespace('accounts/sign-in'), loadNamespace('members')])
})

afterEach(() => {
  // The tests of other files share this process, and must not wait for a namespace that never loads.
  vi.resetModules()
  vi.unstubAllGlobals()
})

function refusal(code: string, retryAfter: number | null = null): ApiError {
  return new ApiError(429, { error: 'The server’s own words', code }, retryAfter)
}

test('An unknown error code is shown with the server’s own message', async () => {
  await switchLanguage('fr')
  expect(errorText(refusal('invented_later'))).toBe('The server’s own words')
})

test('An error that is no API response is shown as a lost connection', async () => {
  await switchLanguage('en')
  expect(errorText(new TypeError('Failed to fetch'))).toBe('The connection dropped. Check your network and try again.')
})

test('The waiting time is shown in whole minutes, in singular or plural', async () => {
  await switchLanguage('en')
  expect(errorText(refusal('rate_limited', 3))).toBe('Too many attempts. Please try again in 1 minute.')
  expect(errorText(refusal('rate_limited', 61))).toBe('Too many attempts. Please try again in 2 minutes.')
  expect(errorText(refusal('rate_limited'))).toBe('Too many attempts. Please wait a moment and try again.')
  await switchLanguage('fr')
  expect(errorText(refusal('rate_limited', 3))).toBe('Trop de tentatives. Veuillez réessayer dans 1 minute.')
  expect(t('errors.rate_limited_wait', { count: 0 })).toContain('dans 0 minute.')
  expect(t('errors.rate_limited_wait', { count: 1_000_000 })).toContain('minutes.')
})

test('Numbers are formatted in the language of the page, and strings are inserted unchanged', async () => {
  await switchLanguage('fr')
  expect(t('errors.rate_limited_wait', { count: 1234 })).toContain((1234).toLocaleString('fr'))
  expect(t('footer.copyright', { year: '2025' })).toBe('© 2025 Loge')
  expect(t('profiles.not_found_text', { username: '<b>{{x}}</b>' })).toContain('<b>{{x}}</b>')
})

test('The lang attribute of the page follows the language', async () => {
  await startLanguage()
  await switchLanguage('fr')
  expect(browser.html.lang).toBe('fr')
  expect(t('accounts.login.title')).toBe('Se connecter')
  await switchLanguage('en')
  expect(browser.html.lang).toBe('en')
  expect(t('accounts.login.title')).toBe('Log in')
})

test('Part of a translation key is not a key', async () => {
  await switchLanguage('en')
  expect(isTranslationKey('accounts.login')).toBe(false)
  expect(isTranslationKey('accounts.login.title.more')).toBe(false)
  expect(isTranslationKey('accounts.login.title')).toBe(true)
})

test('A loaded namespace changes its language with the page', async () => {
  await switchLanguage('en')
  await loadNamespace('contact/form')
  expect(t('contact.title')).toBe('Contact Us')
  await switchLanguage('fr')
  expect(t('contact.title')).toBe('Nous contacter')
})

test('Two namespaces of the same noun add to one section, in every language', async () => {
  await switchLanguage('en')
  await loadNamespace('accounts/settings')
  expect([t('accounts.login.title'), t('accounts.password.title')]).toEqual(['Log in', 'Password'])
  await switchLanguage('fr')
  expect([t('accounts.login.title'), t('accounts.password.title')]).toEqual(['Se connecter', 'Mot de passe'])
})

test('A namespace that is loaded during a change of language is available in both', async () => {
  await switchLanguage('fr')
  const changing = switchLanguage('en')
  await Promise.all([loadNamespace('legal'), changing])
  expect(t('legal.privacy_policy.title')).toBe('Privacy Policy')
  await switchLanguage('fr')
  expect(t('legal.privacy_policy.title')).toBe('Politique de confidentialité')
})

test('Of two languages requested at once, the last one wins', async () => {
  await Promise.all([switchLanguage('en'), switchLanguage('fr')])
  expect(t('accounts.login.title')).toBe('Se connecter')
})

/** Starts in English and requests French, which stays pending until `end` is called. */
async function frenchOnItsWay() {
  vi.resetModules()
  const [words, { translations }] = await Promise.all([import('./i18n.ts'), import('./namespaces.ts')])
  const common = await translations.common.fr()
  let end: (outcome: 'comes' | 'fails') => void = () => {}
  translations.common.fr = () =>
    new Promise((resolve, reject) => {
      end = (outcome) => (outcome === 'comes' ? resolve(common) : reject(new TypeError('Failed to fetch')))
    })
  await words.switchLanguage('en')
  const changing = words.switchLanguage('fr')
  return { words, changing, end: (outcome: 'comes' | 'fails') => end(outcome) }
}

test('A page that is rendered while a language is loading uses the current language', async () => {
  const { words, changing, end } = await frenchOnItsWay()
  await words.loadNamespace('money/pricing')
  expect(words.t('money.pricing.title')).toBe('Pricing')
  end('comes')
  expect(await changing).toBe(true)
  expect(words.t('money.pricing.title')).toBe('Tarifs')
})

test('A language that fails to load leaves the page in the current one', async () => {
  const { words, changing, end } = await frenchOnItsWay()
  await words.loadNamespace('money/pricing')
  end('fails')
  await expect(changing).rejects.toThrow()
  expect(words.t('money.pricing.title')).toBe('Pricing')
  await words.loadNamespace('contact/form')
  expect(words.t('contact.title')).toBe('Contact Us')
})
