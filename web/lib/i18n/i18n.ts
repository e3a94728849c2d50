import { useSyncExternalStore } from 'react'
import type { Locale } from '#contract/accounts.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import type { Dictionary, Entry, Translations } from './dictionary.ts'
import { decideLanguage, languageCookie } from './language.ts'
import { type AllSections, type Namespace, type PageNamespace, translations } from './namespaces.ts'

/** The key of every translation, such as `accounts.login.title`. Plural forms (`_one`, `_many`, `_other`) share one key without the suffix. */
export type TranslationKey = KeysOf<AllSections>
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string
    ? Uncounted<K>
    : T[K] extends readonly unknown[]
      ? never
      : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]
type Uncounted<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K

/** Values for the `{{placeholders}}` of a translation. Strings are inserted as they are, numbers in the format of the language. */
type Values = Record<string, string | number>

/** The namespaces that can be loaded. */
const known: Translations = { ...translations }
/** The namespaces that have been fetched so far, per language. */
const loaded: Record<Locale, Set<Namespace>> = { en: new Set(), fr: new Set() }
/** The sections of these namespaces. Those that several namespaces have are merged. */
const sections: Record<Locale, Record<string, Dictionary>> = { en: {}, fr: {} }
/** The namespaces that pages have requested. A change of language fetches all of them. */
const requested = new Set<PageNamespace>()
/** `wanted` is the language that was requested last. `current` stays in use until the translations of `wanted` are loaded. */
let wanted: Locale = 'en'
let current: Locale = 'en'
const listeners = new Set<() => void>()

/** Makes more namespaces known, from a part of the app that is loaded later. */
export function addTranslations(more: Translations): void {
  Object.assign(known, more)
}

/** Translates a key into the current language. */
export function t(key: TranslationKey, values: Values = {}): string {
  const text = find(key) ?? find(`${key}_${pluralOf(values.count)}`) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? formatOf(current).number.format(value) : value
  })
}

export function isTranslationKey(key: string): key is TranslationKey {
  return find(key) !== undefined
}

function find(key: string): string | undefined {
  const [name = '', ...rest] = key.split('.')
  let found: Entry | undefined = sections[current][name]
  for (const step of rest) found = isDictionary(found) ? found[step] : undefined
  return typeof found === 'string' ? found : undefined
}

function isDictionary(entry: Entry | undefined): entry is Dictionary {
  return typeof entry === 'object' && !Array.isArray(entry)
}

function pluralOf(count: string | number | undefined): string {
  return typeof count === 'number' ? formatOf(current).plural.select(count) : ''
}

/** How a language writes numbers and chooses plural forms. Making one takes longer than a translation, so it is made once. */
const formats: Partial<Record<Locale, { number: Intl.NumberFormat; plural: Intl.PluralRules }>> = {}

function formatOf(locale: Locale) {
  formats[locale] ??= { number: new Intl.NumberFormat(locale), plural: new Intl.PluralRules(locale) }
  return formats[locale]
}

/** `t` for components, which render again when the language changes. */
export function useTranslation(): { t: typeof t; language: Locale } {
  const language = useSyncExternalStore(subscribe, currentLanguage, currentLanguage)
  return { t, language }
}

/** A whole section, for a page whose texts are lists. It has the entries of the namespaces that the route of the page has loaded. */
export function useSection<Name extends keyof AllSections>(name: Name): AllSections[Name] {
  useTranslation()
  const section = sections[current][name]
  if (!section) throw new Error(`No namespace of ${name} is loaded`)
  // Each section is stored under its own name, and French has the same shape as English.
  return section as unknown as AllSections[Name]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentLanguage(): Locale {
  return current
}

/**
 * Loads a namespace in the wanted language and in the current one: the page may render before the language has changed,
 * or the change may fail.
 */
export async function loadNamespace(name: PageNamespace): Promise<void> {
  requested.add(name)
  const missing = () => languagesInUse().find((locale) => !loaded[locale].has(name))
  for (let locale = missing(); locale; locale = missing()) await fetchNamespace(locale, name)
}

/** Before the first language is loaded, there is no current one. */
function languagesInUse(): Locale[] {
  return loaded[current].has('common') ? [wanted, current] : [wanted]
}

async function fetchNamespace(locale: Locale, name: Namespace): Promise<void> {
  const texts = known[name]?.[locale]()
  if (!texts) throw new Error(`The namespace ${name} is not known yet`)
  for (const [section, entries] of Object.entries(await withChunkTimeout(texts))) {
    sections[locale][section] = { ...sections[locale][section], ...entries }
  }
  loaded[locale].add(name)
}

function missingNamespaces(locale: Locale): Namespace[] {
  return (['common', ...requested] as const).filter((name) => !loaded[locale].has(name))
}

/** Loads a language and makes it the current one. Returns false if another language was requested in the meantime. */
export async function switchLanguage(locale: Locale): Promise<boolean> {
  wanted = locale
  try {
    // A page may request another namespace while these are loading.
    for (let missing = missingNamespaces(locale); missing.length > 0; missing = missingNamespaces(locale)) {
      await Promise.all(missing.map((name) => fetchNamespace(locale, name)))
    }
  } catch (error) {
    if (wanted === locale) wanted = current
    throw error
  }
  if (wanted !== locale) return false
  current = locale
  for (const listener of listeners) listener()
  return true
}

/**
 * Starts with the language of a prerendered page, otherwise with the one that the URL, the cookie or the browser prefers,
 * and keeps the `lang` attribute of the document up to date.
 */
export async function startLanguage(page?: Locale): Promise<void> {
  subscribe(() => {
    // The same value again would make the browser calculate the style of the whole page anew.
    if (document.documentElement.lang !== current) document.documentElement.lang = current
  })
  const clues = { search: location.search, cookies: document.cookie, preferred: navigator.languages }
  await switchLanguage(page ?? decideLanguage(clues))
}

/** Switches the language and stores the choice in a cookie. Returns false if a later choice has replaced this one. */
export async function chooseLanguage(locale: Locale): Promise<boolean> {
  const isCurrent = await switchLanguage(locale)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers
  if (isCurrent) document.cookie = languageCookie(locale, location.protocol === 'https:')
  return isCurrent
}
