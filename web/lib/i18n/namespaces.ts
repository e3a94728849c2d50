import type { Locale } from '#contract/accounts.ts'

export interface Dictionary {
  readonly [key: string]: Entry
}
export type Entry = string | Dictionary | readonly Entry[]

/**
 * All translations, by namespace. Every page needs `common`; only some pages need each of the others, which are loaded
 * with the first page that uses them, in the current language. A new namespace is one entry here; its types are inferred.
 * Both languages have the same keys, so there is no fallback language.
 */
export const translations = {
  common: {
    en: async () => (await import('#web/locales/en.ts')).en,
    fr: async () => (await import('#web/locales/fr.ts')).fr,
  },
  door: {
    en: async () => (await import('#web/locales/door.en.ts')).door,
    fr: async () => (await import('#web/locales/door.fr.ts')).door,
  },
  members: {
    en: async () => (await import('#web/locales/members.en.ts')).members,
    fr: async () => (await import('#web/locales/members.fr.ts')).members,
  },
  account: {
    en: () => import('#web/locales/account.en.ts'),
    fr: () => import('#web/locales/account.fr.ts'),
  },
  admin: {
    en: () => import('#web/locales/admin.en.ts'),
    fr: () => import('#web/locales/admin.fr.ts'),
  },
  contact: {
    en: () => import('#web/locales/contact.en.ts'),
    fr: () => import('#web/locales/contact.fr.ts'),
  },
  find: {
    en: () => import('#web/locales/find.en.ts'),
    fr: () => import('#web/locales/find.fr.ts'),
  },
  landing: {
    en: () => import('#web/locales/landing.en.ts'),
    fr: () => import('#web/locales/landing.fr.ts'),
  },
  legal: {
    en: () => import('#web/locales/legal.en.ts'),
    fr: () => import('#web/locales/legal.fr.ts'),
  },
  letters: {
    en: () => import('#web/locales/letters.en.ts'),
    fr: () => import('#web/locales/letters.fr.ts'),
  },
  notices: {
    en: () => import('#web/locales/notices.en.ts'),
    fr: () => import('#web/locales/notices.fr.ts'),
  },
  pricing: {
    en: () => import('#web/locales/pricing.en.ts'),
    fr: () => import('#web/locales/pricing.fr.ts'),
  },
  revenues: {
    en: () => import('#web/locales/revenues.en.ts'),
    fr: () => import('#web/locales/revenues.fr.ts'),
  },
  subscriptions: {
    en: () => import('#web/locales/subscriptions.en.ts'),
    fr: () => import('#web/locales/subscriptions.fr.ts'),
  },
} satisfies Record<string, Record<Locale, () => Promise<Dictionary>>>

export type Namespace = keyof typeof translations
export type PageNamespace = Exclude<Namespace, 'common'>

/** The sections of a namespace, with the types of the English texts. */
type SectionsOf<P extends Namespace> = { [Name in P]: Awaited<ReturnType<(typeof translations)[Name]['en']>> }[P]
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The sections of all namespaces. */
export type AllSections = Intersection<SectionsOf<Namespace>>
