import type { Locale } from '#contract/accounts.ts'
import type { account } from '#web/locales/account.en.ts'
import type { admin } from '#web/locales/admin.en.ts'
import type { contact } from '#web/locales/contact.en.ts'
import type { door } from '#web/locales/door.en.ts'
import type { en } from '#web/locales/en.ts'
import type { landing } from '#web/locales/landing.en.ts'
import type { legal } from '#web/locales/legal.en.ts'
import type { members } from '#web/locales/members.en.ts'
import type { notices } from '#web/locales/notices.en.ts'
import type { pricing } from '#web/locales/pricing.en.ts'
import type { revenues } from '#web/locales/revenues.en.ts'
import type { subscriptions } from '#web/locales/subscriptions.en.ts'

/** The sections that are a book of their own, and can be had whole. */
export interface Books {
  account: typeof account
  admin: typeof admin
  contact: typeof contact
  landing: typeof landing
  legal: typeof legal
  notices: typeof notices
  pricing: typeof pricing
  revenues: typeof revenues
  subscriptions: typeof subscriptions
}

/** Every section there is. */
export type Words = typeof en & typeof door & typeof members & Books

/** Words that only some pages need. Each is fetched with the first page that speaks from it, in the language in use. */
export type BookName = keyof Books | 'door' | 'members'
export type Part = 'everyday' | BookName

export interface Dictionary {
  readonly [key: string]: Entry
}
export type Entry = string | Dictionary | readonly Entry[]

/** What each part holds, by section. Both languages have the same keys, so neither needs the other to fall back on. */
export const library: Record<Locale, Record<Part, () => Promise<Dictionary>>> = {
  en: {
    everyday: async () => (await import('#web/locales/en.ts')).en,
    door: async () => (await import('#web/locales/door.en.ts')).door,
    members: async () => (await import('#web/locales/members.en.ts')).members,
    account: () => import('#web/locales/account.en.ts'),
    admin: () => import('#web/locales/admin.en.ts'),
    contact: () => import('#web/locales/contact.en.ts'),
    landing: () => import('#web/locales/landing.en.ts'),
    legal: () => import('#web/locales/legal.en.ts'),
    notices: () => import('#web/locales/notices.en.ts'),
    pricing: () => import('#web/locales/pricing.en.ts'),
    revenues: () => import('#web/locales/revenues.en.ts'),
    subscriptions: () => import('#web/locales/subscriptions.en.ts'),
  },
  fr: {
    everyday: async () => (await import('#web/locales/fr.ts')).fr,
    door: async () => (await import('#web/locales/door.fr.ts')).door,
    members: async () => (await import('#web/locales/members.fr.ts')).members,
    account: () => import('#web/locales/account.fr.ts'),
    admin: () => import('#web/locales/admin.fr.ts'),
    contact: () => import('#web/locales/contact.fr.ts'),
    landing: () => import('#web/locales/landing.fr.ts'),
    legal: () => import('#web/locales/legal.fr.ts'),
    notices: () => import('#web/locales/notices.fr.ts'),
    pricing: () => import('#web/locales/pricing.fr.ts'),
    revenues: () => import('#web/locales/revenues.fr.ts'),
    subscriptions: () => import('#web/locales/subscriptions.fr.ts'),
  },
}
