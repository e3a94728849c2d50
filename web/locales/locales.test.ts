import { expect, test } from 'vitest'
import { ERROR_CODES } from '#contract/errors.ts'
import type { Entry } from '#web/lib/i18n/dictionary.ts'
import { memberTranslations } from '#web/lib/i18n/member-namespaces.ts'
import { translations } from '#web/lib/i18n/namespaces.ts'
import { errors } from './en/common.ts'

function textsOf(entry: Entry, path: string): [string, string][] {
  if (typeof entry === 'string') return [[path, entry]]
  return Object.entries(entry).flatMap(([key, inside]) => textsOf(inside, `${path}.${key}`))
}

async function everythingIn(language: 'en' | 'fr'): Promise<[string, string][]> {
  const parts = Object.entries({ ...translations, ...memberTranslations })
  return (await Promise.all(parts.map(async ([name, part]) => textsOf(await part[language](), name)))).flat()
}

const english = await everythingIn('en')
const french = await everythingIn('fr')

test('Both languages have the same keys, and French has further plural forms for millions', () => {
  const keys = french.map(([key]) => key).filter((key) => !key.endsWith('_many'))
  expect(keys).toEqual(english.map(([key]) => key))
  expect(french.length).toBeGreaterThan(keys.length)
})

test('No two files overwrite texts of each other: a namespace is listed once, and an entry of a section is in one of them', () => {
  const names = [...Object.keys(translations), ...Object.keys(memberTranslations)]
  expect(names).toEqual([...new Set(names)])
  // The first word is the namespace: `money/pricing.money.pricing.title`.
  const entries = new Map<string, Set<string>>()
  for (const [key] of english) {
    const [namespace = '', section, entry] = key.split('.')
    const name = `${section}.${entry}`
    entries.set(name, (entries.get(name) ?? new Set()).add(namespace))
  }
  expect(entries.size).toBeGreaterThan(400)
  expect([...entries].filter(([, namespaces]) => namespaces.size > 1)).toEqual([])
})

test('No translation is empty, and both languages have the same placeholders', () => {
  const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()
  for (const [key, text] of [...english, ...french]) expect(text.trim(), key).not.toBe('')
  for (const [key, text] of english) {
    expect(gaps(french.find(([other]) => other === key)?.[1] ?? ''), key).toEqual(gaps(text))
  }
})

test('Every error code of the server has a translation', () => {
  expect(Object.keys(errors.code)).toEqual(ERROR_CODES)
})

test('French texts have narrow no-break spaces before high punctuation and inside quotes, and typographic apostrophes', () => {
  const wrong = french.filter(([, text]) =>
    /[^\u202f][;?!%€»]|[^\u202f]:(?!\/\/)|«(?!\u202f)|['"]|(?<!\d)\u00a0|\u00a0(?!\p{L})/u.test(text),
  )
  expect(wrong).toEqual([])
})

test('French texts keep a number and its unit on one line', () => {
  expect(french.filter(([, text]) => /\d (ans?|mois|jours?|heures?|semaines?)\b/.test(text))).toEqual([])
})
