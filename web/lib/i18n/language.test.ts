import { expect, test } from 'vitest'
import { decideLanguage, languageCookie } from './language.ts'

const nothing = { search: '', cookies: '', preferred: [] }

test('A language we do not speak is passed over, wherever it is asked for', () => {
  expect(decideLanguage({ search: '?lang=de', cookies: 'lang=it', preferred: ['pt-BR', 'fr-CA'] })).toBe('fr')
})

test('The address wins over the remembered choice, and that over what the browser prefers', () => {
  expect(decideLanguage({ search: '?lang=en', cookies: 'lang=fr', preferred: ['fr'] })).toBe('en')
  expect(decideLanguage({ search: '', cookies: 'a=b; lang=fr', preferred: ['en'] })).toBe('fr')
})

test('The first language of the browser that we speak is taken, whatever its country', () => {
  expect(decideLanguage({ ...nothing, preferred: ['de-DE', 'FR-ch', 'en'] })).toBe('fr')
})

// Spec 1.31, 9.33
test('Without any clue it is English', () => {
  expect(decideLanguage(nothing)).toBe('en')
})

test('A cookie that only ends in our name is another one', () => {
  expect(decideLanguage({ ...nothing, cookies: 'xlang=fr' })).toBe('en')
})

test('A choice is remembered for a year, on this site only, and over TLS where there is TLS', () => {
  expect(languageCookie('fr', false)).toBe('lang=fr; Max-Age=31536000; Path=/; SameSite=Lax')
  expect(languageCookie('fr', true)).toMatch(/; Secure$/)
})
