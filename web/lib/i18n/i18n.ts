import { useSyncExternalStore } from 'react'
import type { Locale } from '#contract/accounts.ts'
import { withPatience } from '#web/lib/patience.ts'
import { decideLanguage, languageCookie } from './language.ts'
import { type BookName, type Dictionary, type Entry, library, type Part, type Words } from './namespaces.ts'

/** `login.title` for every text there is. One that counts (`_one`, `_many`, `_other`) is asked for without its ending. */
export type WordKey = KeysOf<Words>
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string
    ? Uncounted<K>
    : T[K] extends readonly unknown[]
      ? never
      : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]
type Uncounted<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K

/** What goes into the gaps of a text: words as they are, numbers as the language writes them. */
type Values = Record<string, string | number>

/** What has been fetched so far. */
const shelves: Record<Locale, Partial<Record<Part, Dictionary>>> = { en: {}, fr: {} }
/** The books that pages have asked for: a change of language brings all of them. */
const opened = new Set<BookName>()
/** The language that was asked for last, and the one that is spoken until its words are there. */
let wanted: Locale = 'en'
let spoken: Locale = 'en'
const listeners = new Set<() => void>()

/** A text in the language that is spoken now. */
export function t(key: WordKey, values: Values = {}): string {
  const text = find(key) ?? find(`${key}_${pluralOf(values.count)}`) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString(spoken) : value
  })
}

export function isWordKey(key: string): key is WordKey {
  return find(key) !== undefined
}

function find(key: string): string | undefined {
  const [name = '', ...rest] = key.split('.')
  let found = section(name)
  for (const part of rest) found = isDictionary(found) ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

/** Whichever part holds it. */
function section(name: string): Entry | undefined {
  return Object.values(shelves[spoken]).find((part) => name in part)?.[name]
}

function isDictionary(entry: Entry | undefined): entry is Dictionary {
  return typeof entry === 'object' && !Array.isArray(entry)
}

function pluralOf(count: string | number | undefined): string {
  return typeof count === 'number' ? new Intl.PluralRules(spoken).select(count) : ''
}

/** For components: they are drawn again when the language changes. */
export function useTranslation(): { t: typeof t; language: Locale } {
  const language = useSyncExternalStore(subscribe, spokenLanguage, spokenLanguage)
  return { t, language }
}

/** A whole section, for a page whose words are lists. The page's route must have opened its book. */
export function useBook<Name extends keyof Words>(name: Name): Words[Name] {
  useTranslation()
  const book = section(name)
  if (!book) throw new Error(`The book ${name} is not open`)
  // The library hands out each book under its own name, and French has the shape of English.
  return book as unknown as Words[Name]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function spokenLanguage(): Locale {
  return spoken
}

/**
 * Fetches a book in the language that is wanted, and in the one that is spoken until its words are there: the page may be
 * drawn before, or the wish may fail.
 */
export async function openBook(name: BookName): Promise<void> {
  opened.add(name)
  const lacking = () => languagesInUse().find((locale) => !shelves[locale][name])
  for (let locale = lacking(); locale; locale = lacking()) await fetchPart(locale, name)
}

/** At the start nothing is spoken yet. */
function languagesInUse(): Locale[] {
  return shelves[spoken].everyday ? [wanted, spoken] : [wanted]
}

async function fetchPart(locale: Locale, part: Part): Promise<void> {
  const words: Promise<Dictionary> = library[part][locale]()
  shelves[locale][part] = await withPatience(words)
}

function missingParts(locale: Locale): Part[] {
  return (['everyday', ...opened] as const).filter((part) => !shelves[locale][part])
}

/** Fetches a language and speaks it, unless another was asked for in the meantime; whether it is spoken now. */
export async function speak(locale: Locale): Promise<boolean> {
  wanted = locale
  try {
    // A page may open another book while these are on their way.
    for (let missing = missingParts(locale); missing.length > 0; missing = missingParts(locale)) {
      await Promise.all(missing.map((part) => fetchPart(locale, part)))
    }
  } catch (error) {
    if (wanted === locale) wanted = spoken
    throw error
  }
  if (wanted !== locale) return false
  spoken = locale
  for (const listener of listeners) listener()
  return true
}

/**
 * Keeps the page's `lang` at what it speaks. Begins with what the address, the cookie or the browser asks for; a page
 * that already says something begins with the language it says it in.
 */
export async function startLanguage(page?: Locale): Promise<void> {
  subscribe(() => {
    document.documentElement.lang = spoken
  })
  const clues = { search: location.search, cookies: document.cookie, preferred: navigator.languages }
  await speak(page ?? decideLanguage(clues))
}

/** Speaks another language from now on, and remembers it; false when it was overtaken by another choice. */
export async function chooseLanguage(locale: Locale): Promise<boolean> {
  const isSpoken = await speak(locale)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers
  if (isSpoken) document.cookie = languageCookie(locale, location.protocol === 'https:')
  return isSpoken
}
