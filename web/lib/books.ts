import type { Locale } from '#contract/accounts.ts'
import type { contact } from '#web/locales/contact.en.ts'
import type { en } from '#web/locales/en.ts'
import type { landing } from '#web/locales/landing.en.ts'
import type { legal } from '#web/locales/legal.en.ts'
import type { pricing } from '#web/locales/pricing.en.ts'

/** Words that only some pages need. Each is fetched with the first page that speaks from it, in the language in use. */
export interface Books {
  contact: typeof contact
  landing: typeof landing
  legal: typeof legal
  pricing: typeof pricing
}
export type BookName = keyof Books

/** The words of every page, and the books. */
export type Words = typeof en & Books

export interface Dictionary {
  readonly [key: string]: Entry
}
export type Entry = string | Dictionary | readonly Entry[]

export type Part = 'everyday' | BookName

/** Both languages have the same keys, so neither needs the other to fall back on. */
export const library: Record<Locale, Record<Part, () => Promise<Dictionary>>> = {
  en: {
    everyday: async () => (await import('#web/locales/en.ts')).en,
    contact: async () => (await import('#web/locales/contact.en.ts')).contact,
    landing: async () => (await import('#web/locales/landing.en.ts')).landing,
    legal: async () => (await import('#web/locales/legal.en.ts')).legal,
    pricing: async () => (await import('#web/locales/pricing.en.ts')).pricing,
  },
  fr: {
    everyday: async () => (await import('#web/locales/fr.ts')).fr,
    contact: async () => (await import('#web/locales/contact.fr.ts')).contact,
    landing: async () => (await import('#web/locales/landing.fr.ts')).landing,
    legal: async () => (await import('#web/locales/legal.fr.ts')).legal,
    pricing: async () => (await import('#web/locales/pricing.fr.ts')).pricing,
  },
}
