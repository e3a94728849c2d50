import { expect, test } from 'vitest'
import { decideLanguage, languageCookie } from './language.ts'

const nothing = { search: '', cookies: '', preferred: [] }

test('An unsupported language is ignored, wherever it is requested', () => {
  expect(decideLanguage({ search: '?lang=de', cookies: 'lang=it', preferred: ['pt-BR', 'fr-CA'] })).toBe('fr')
})

test('The language of the URL wins over the stored one, and that over the browser’s preferences', () => {
  expect(decideLanguage({ search: '?lang=en', cookies: 'lang=fr', preferred: ['fr'] })).toBe('en')
  expect(decideLanguage({ search: '', cookies: 'a=b; lang=fr', preferred: ['en'] })).toBe('fr')
})

test('The browser’s first supported language is chosen, whatever its country', () => {
  expect(decideLanguage({ ...nothing, preferred: ['de-DE', 'FR-ch', 'en'] })).toBe('fr')
})

// Spec 1.31, 9.33
test('The language is English without any preference', () => {
  expect(decideLanguage(nothing)).toBe('en')
})

test('A cookie whose name only ends in lang is ignored', () => {
  expect(decideLanguage({ ...nothing, cookies: 'xlang=fr' })).toBe('en')
})

test('The chosen language is stored for a year, for this site only, and secured over TLS', () => {
  expect(languageCookie('fr', false)).toBe('lang=fr; Max-Age=31536000; Path=/; SameSite=Lax')
  expect(languageCookie('fr', true)).toMatch(/; Secure$/)
})
