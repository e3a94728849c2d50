import { useSyncExternalStore } from 'react'
import type { Locale } from '#contract/accounts.ts'
import type { en } from '#web/locales/en.ts'
import { decideLanguage, languageCookie } from './language.ts'
import { withPatience } from './lazy-route.ts'

/** `login.title` for every text there is. One that counts (`_one`, `_many`, `_other`) is asked for without its ending. */
export type WordKey = KeysOf<typeof en>
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? Uncounted<K> : `${K}.${KeysOf<T[K]>}` }[keyof T &
  string]
type Uncounted<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K

/** What goes into the gaps of a text: words as they are, numbers as the language writes them. */
type Values = Record<string, string | number>

interface Dictionary {
  [key: string]: string | Dictionary
}

/** Only the language in use is fetched; both have the same keys, so neither needs the other to fall back on. */
const dictionaries: Record<Locale, () => Promise<Dictionary>> = {
  en: async () => (await import('#web/locales/en.ts')).en,
  fr: async () => (await import('#web/locales/fr.ts')).fr,
}

let spoken: { locale: Locale; words: Dictionary } = { locale: 'en', words: {} }
const listeners = new Set<() => void>()

/** A text in the language that is spoken now. */
export function t(key: WordKey, values: Values = {}): string {
  const text = find(key) ?? find(`${key}_${pluralOf(values.count)}`) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString(spoken.locale) : value
  })
}

export function isWordKey(key: string): key is WordKey {
  return find(key) !== undefined
}

function find(key: string): string | undefined {
  let found: string | Dictionary | undefined = spoken.words
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

function pluralOf(count: string | number | undefined): string {
  return typeof count === 'number' ? new Intl.PluralRules(spoken.locale).select(count) : ''
}

/** For components: they are drawn again when the language changes. */
export function useTranslation(): { t: typeof t; language: Locale } {
  const language = useSyncExternalStore(subscribe, spokenLanguage, spokenLanguage)
  return { t, language }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function spokenLanguage(): Locale {
  return spoken.locale
}

/** Fetches a language and speaks it. */
export async function speak(locale: Locale): Promise<void> {
  spoken = { locale, words: await withPatience(dictionaries[locale]()) }
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

export function startLanguage(): Promise<void> {
  return speak(decideLanguage({ search: location.search, cookies: document.cookie, preferred: navigator.languages }))
}

/** Speaks another language from now on, and remembers it. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await speak(locale)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers
  document.cookie = languageCookie(locale, location.protocol === 'https:')
}
