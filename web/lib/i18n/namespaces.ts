import type { Translations } from './dictionary.ts'
import type { memberTranslations } from './member-namespaces.ts'

/**
 * The translations by namespace; those that only pages of members need are in `member-namespaces.ts`. A namespace is a file
 * that is loaded as a whole, in the current language, and has one or more sections; the section is the first word of a key. Every page needs `common`, the pages of members need `members`,
 * and only some pages need each of the others, which are loaded with the first page that uses them. Namespaces of the same
 * noun add their entries to one section. A new namespace is one entry in one of the two files; its types are inferred.
 * Both languages have the same keys, so there is no fallback language.
 */
export const translations = {
  common: {
    en: () => import('#web/locales/en/common.ts'),
    fr: () => import('#web/locales/fr/common.ts'),
  },
  members: {
    en: async () => (await import('#web/locales/en/members.ts')).sections,
    fr: async () => (await import('#web/locales/fr/members.ts')).sections,
  },
  'accounts/settings': {
    en: async () => (await import('#web/locales/en/accounts/settings.ts')).sections,
    fr: async () => (await import('#web/locales/fr/accounts/settings.ts')).sections,
  },
  'accounts/sign-in': {
    en: () => import('#web/locales/en/accounts/sign-in.ts'),
    fr: () => import('#web/locales/fr/accounts/sign-in.ts'),
  },
  'contact/form': {
    en: () => import('#web/locales/en/contact/form.ts'),
    fr: () => import('#web/locales/fr/contact/form.ts'),
  },
  'content-notices': {
    en: () => import('#web/locales/en/content-notices.ts'),
    fr: () => import('#web/locales/fr/content-notices.ts'),
  },
  'decisions/page': {
    en: () => import('#web/locales/en/decisions/page.ts'),
    fr: () => import('#web/locales/fr/decisions/page.ts'),
  },
  invitations: {
    en: () => import('#web/locales/en/invitations.ts'),
    fr: () => import('#web/locales/fr/invitations.ts'),
  },
  landing: {
    en: async () => (await import('#web/locales/en/landing.ts')).sections,
    fr: async () => (await import('#web/locales/fr/landing.ts')).sections,
  },
  legal: {
    en: () => import('#web/locales/en/legal.ts'),
    fr: () => import('#web/locales/fr/legal.ts'),
  },
  'money/pricing': {
    en: () => import('#web/locales/en/money/pricing.ts'),
    fr: () => import('#web/locales/fr/money/pricing.ts'),
  },
  'newsletter/links': {
    en: () => import('#web/locales/en/newsletter/links.ts'),
    fr: () => import('#web/locales/fr/newsletter/links.ts'),
  },
  'notices/unsubscribe': {
    en: () => import('#web/locales/en/notices/unsubscribe.ts'),
    fr: () => import('#web/locales/fr/notices/unsubscribe.ts'),
  },
  'second-factors/sign-in': {
    en: () => import('#web/locales/en/second-factors/sign-in.ts'),
    fr: () => import('#web/locales/fr/second-factors/sign-in.ts'),
  },
} satisfies Translations

type AllTranslations = typeof translations & typeof memberTranslations
export type Namespace = keyof AllTranslations
export type PageNamespace = Exclude<Namespace, 'common'>

/** The sections of a namespace, with the types of the English texts. */
type SectionsOf<P extends Namespace> = { [Name in P]: Awaited<ReturnType<AllTranslations[Name]['en']>> }[P]
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The sections of all namespaces. A section of several namespaces has the keys of all of them. */
export type AllSections = Intersection<SectionsOf<Namespace>>
