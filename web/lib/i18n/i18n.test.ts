import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'
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

test('A refusal this client does not know yet is told in the server’s own words', async () => {
  await switchLanguage('fr')
  expect(errorText(refusal('invented_later'))).toBe('The server’s own words')
})

test('A failure that is no answer of ours is one of the connection', async () => {
  await switchLanguage('en')
  expect(errorText(new TypeError('Failed to fetch'))).toBe('The connection dropped. Check your network and try again.')
})

test('The time to wait is counted in whole minutes, and in the right number', async () => {
  await switchLanguage('en')
  expect(errorText(refusal('rate_limited', 3))).toBe('Too many attempts. Please try again in 1 minute.')
  expect(errorText(refusal('rate_limited', 61))).toBe('Too many attempts. Please try again in 2 minutes.')
  expect(errorText(refusal('rate_limited'))).toBe('Too many attempts. Please wait a moment and try again.')
  await switchLanguage('fr')
  expect(errorText(refusal('rate_limited', 3))).toBe('Trop de tentatives. Veuillez réessayer dans 1 minute.')
  expect(t('errors.rate_limited_wait', { count: 0 })).toContain('dans 0 minute.')
  expect(t('errors.rate_limited_wait', { count: 1_000_000 })).toContain('minutes.')
})

test('Numbers are written as the language writes them, words as they are', async () => {
  await switchLanguage('fr')
  expect(t('errors.rate_limited_wait', { count: 1234 })).toContain((1234).toLocaleString('fr'))
  expect(t('footer.copyright', { year: '2025' })).toBe('© 2025 Loge')
  expect(t('profiles.not_found_text', { username: '<b>{{x}}</b>' })).toContain('<b>{{x}}</b>')
})

test('The page says which language it speaks', async () => {
  await startLanguage()
  await switchLanguage('fr')
  expect(browser.html.lang).toBe('fr')
  expect(t('accounts.login.title')).toBe('Se connecter')
  await switchLanguage('en')
  expect(browser.html.lang).toBe('en')
  expect(t('accounts.login.title')).toBe('Log in')
})

test('Part of a key is not a text', async () => {
  await switchLanguage('en')
  expect(isTranslationKey('accounts.login')).toBe(false)
  expect(isTranslationKey('accounts.login.title.more')).toBe(false)
  expect(isTranslationKey('accounts.login.title')).toBe(true)
})

test('A book that a page has opened changes its language with everything else', async () => {
  await switchLanguage('en')
  await loadNamespace('contact')
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

test('A book opened while the language is changing is there in both', async () => {
  await switchLanguage('fr')
  const changing = switchLanguage('en')
  await Promise.all([loadNamespace('legal'), changing])
  expect(t('legal.privacy_policy.title')).toBe('Privacy Policy')
  await switchLanguage('fr')
  expect(t('legal.privacy_policy.title')).toBe('Politique de confidentialité')
})

test('Of two languages asked for at once the last one is spoken', async () => {
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

test('A page that is drawn while a language is on its way has its book in the one that is still spoken', async () => {
  const { words, changing, end } = await frenchOnItsWay()
  await words.loadNamespace('money/pricing')
  expect(words.t('money.pricing.title')).toBe('Pricing')
  end('comes')
  expect(await changing).toBe(true)
  expect(words.t('money.pricing.title')).toBe('Tarifs')
})

test('A language that does not come leaves everything in the one that is spoken', async () => {
  const { words, changing, end } = await frenchOnItsWay()
  await words.loadNamespace('money/pricing')
  end('fails')
  await expect(changing).rejects.toThrow()
  expect(words.t('money.pricing.title')).toBe('Pricing')
  await words.loadNamespace('contact')
  expect(words.t('contact.title')).toBe('Contact Us')
})
