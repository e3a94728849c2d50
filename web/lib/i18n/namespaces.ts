import type { Locale } from '#contract/accounts.ts'

export interface Dictionary {
  readonly [key: string]: Entry
}
export type Entry = string | Dictionary | readonly Entry[]
export type Sections = Readonly<Record<string, Dictionary>>

/**
 * All translations, by namespace. A namespace is a file that is loaded as a whole, in the current language, and has one or
 * more sections; the section is the first word of a key. Every page needs `common`, the pages of members need `members`,
 * and only some pages need each of the others, which are loaded with the first page that uses them. Namespaces of the same
 * noun add their entries to one section. A new namespace is one entry here; its types are inferred.
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
  'blocks/safety': {
    en: () => import('#web/locales/en/blocks/safety.ts'),
    fr: () => import('#web/locales/fr/blocks/safety.ts'),
  },
  broadcasts: {
    en: () => import('#web/locales/en/broadcasts.ts'),
    fr: () => import('#web/locales/fr/broadcasts.ts'),
  },
  cases: {
    en: () => import('#web/locales/en/cases.ts'),
    fr: () => import('#web/locales/fr/cases.ts'),
  },
  'contact/form': {
    en: () => import('#web/locales/en/contact/form.ts'),
    fr: () => import('#web/locales/fr/contact/form.ts'),
  },
  'content-notices': {
    en: () => import('#web/locales/en/content-notices.ts'),
    fr: () => import('#web/locales/fr/content-notices.ts'),
  },
  creators: {
    en: () => import('#web/locales/en/creators.ts'),
    fr: () => import('#web/locales/fr/creators.ts'),
  },
  'decisions/page': {
    en: () => import('#web/locales/en/decisions/page.ts'),
    fr: () => import('#web/locales/fr/decisions/page.ts'),
  },
  'fan-cards': {
    en: () => import('#web/locales/en/fan-cards.ts'),
    fr: () => import('#web/locales/fr/fan-cards.ts'),
  },
  insights: {
    en: () => import('#web/locales/en/insights.ts'),
    fr: () => import('#web/locales/fr/insights.ts'),
  },
  drafts: {
    en: () => import('#web/locales/en/drafts.ts'),
    fr: () => import('#web/locales/fr/drafts.ts'),
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
  'money/revenues': {
    en: () => import('#web/locales/en/money/revenues.ts'),
    fr: () => import('#web/locales/fr/money/revenues.ts'),
  },
  'monthly-statements': {
    en: () => import('#web/locales/en/monthly-statements.ts'),
    fr: () => import('#web/locales/fr/monthly-statements.ts'),
  },
  'newsletter/links': {
    en: () => import('#web/locales/en/newsletter/links.ts'),
    fr: () => import('#web/locales/fr/newsletter/links.ts'),
  },
  notices: {
    en: () => import('#web/locales/en/notices.ts'),
    fr: () => import('#web/locales/fr/notices.ts'),
  },
  'notices/settings': {
    en: () => import('#web/locales/en/notices/settings.ts'),
    fr: () => import('#web/locales/fr/notices/settings.ts'),
  },
  'notices/unsubscribe': {
    en: () => import('#web/locales/en/notices/unsubscribe.ts'),
    fr: () => import('#web/locales/fr/notices/unsubscribe.ts'),
  },
  payments: {
    en: () => import('#web/locales/en/payments.ts'),
    fr: () => import('#web/locales/fr/payments.ts'),
  },
  'payments/desk': {
    en: () => import('#web/locales/en/payments/desk.ts'),
    fr: () => import('#web/locales/fr/payments/desk.ts'),
  },
  payouts: {
    en: () => import('#web/locales/en/payouts.ts'),
    fr: () => import('#web/locales/fr/payouts.ts'),
  },
  'payouts/desk': {
    en: () => import('#web/locales/en/payouts/desk.ts'),
    fr: () => import('#web/locales/fr/payouts/desk.ts'),
  },
  push: {
    en: () => import('#web/locales/en/push.ts'),
    fr: () => import('#web/locales/fr/push.ts'),
  },
  receipts: {
    en: () => import('#web/locales/en/receipts.ts'),
    fr: () => import('#web/locales/fr/receipts.ts'),
  },
  staff: {
    en: async () => (await import('#web/locales/en/staff.ts')).sections,
    fr: async () => (await import('#web/locales/fr/staff.ts')).sections,
  },
  subscriptions: {
    en: () => import('#web/locales/en/subscriptions.ts'),
    fr: () => import('#web/locales/fr/subscriptions.ts'),
  },
  'subscriptions/manage': {
    en: () => import('#web/locales/en/subscriptions/manage.ts'),
    fr: () => import('#web/locales/fr/subscriptions/manage.ts'),
  },
  verifications: {
    en: () => import('#web/locales/en/verifications.ts'),
    fr: () => import('#web/locales/fr/verifications.ts'),
  },
  'verifications/desk': {
    en: () => import('#web/locales/en/verifications/desk.ts'),
    fr: () => import('#web/locales/fr/verifications/desk.ts'),
  },
  'waiting-lists': {
    en: () => import('#web/locales/en/waiting-lists.ts'),
    fr: () => import('#web/locales/fr/waiting-lists.ts'),
  },
} satisfies Record<string, Record<Locale, () => Promise<Sections>>>

export type Namespace = keyof typeof translations
export type PageNamespace = Exclude<Namespace, 'common'>

/** The sections of a namespace, with the types of the English texts. */
type SectionsOf<P extends Namespace> = { [Name in P]: Awaited<ReturnType<(typeof translations)[Name]['en']>> }[P]
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The sections of all namespaces. A section of several namespaces has the keys of all of them. */
export type AllSections = Intersection<SectionsOf<Namespace>>
