import type { Locale } from '#contract/accounts.ts'
import type { account } from '#web/locales/account.en.ts'
import type { admin } from '#web/locales/admin.en.ts'
import type { contact } from '#web/locales/contact.en.ts'
import type { door } from '#web/locales/door.en.ts'
import type { en } from '#web/locales/en.ts'
import type { find } from '#web/locales/find.en.ts'
import type { landing } from '#web/locales/landing.en.ts'
import type { legal } from '#web/locales/legal.en.ts'
import type { letters } from '#web/locales/letters.en.ts'
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
  find: typeof find
  landing: typeof landing
  legal: typeof legal
  letters: typeof letters
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

const MEMBER_BOOKS = ['account', 'admin', 'find', 'notices', 'revenues', 'subscriptions'] as const satisfies BookName[]
export type MemberBook = (typeof MEMBER_BOOKS)[number]

function forMembers(locale: Locale): Record<MemberBook, () => Promise<Dictionary>> {
  const open = (name: MemberBook) => async () => (await import('./member-books.ts')).memberBooks[locale][name]()
  return Object.fromEntries(MEMBER_BOOKS.map((name) => [name, open(name)])) as Record<
    MemberBook,
    () => Promise<Dictionary>
  >
}

/** What each part holds, by section. Both languages have the same keys, so neither needs the other to fall back on. */
export const library: Record<Locale, Record<Part, () => Promise<Dictionary>>> = {
  en: {
    everyday: async () => (await import('#web/locales/en.ts')).en,
    door: async () => (await import('#web/locales/door.en.ts')).door,
    members: async () => (await import('#web/locales/members.en.ts')).members,
    contact: () => import('#web/locales/contact.en.ts'),
    landing: () => import('#web/locales/landing.en.ts'),
    legal: () => import('#web/locales/legal.en.ts'),
    letters: () => import('#web/locales/letters.en.ts'),
    pricing: () => import('#web/locales/pricing.en.ts'),
    ...forMembers('en'),
  },
  fr: {
    everyday: async () => (await import('#web/locales/fr.ts')).fr,
    door: async () => (await import('#web/locales/door.fr.ts')).door,
    members: async () => (await import('#web/locales/members.fr.ts')).members,
    contact: () => import('#web/locales/contact.fr.ts'),
    landing: () => import('#web/locales/landing.fr.ts'),
    legal: () => import('#web/locales/legal.fr.ts'),
    letters: () => import('#web/locales/letters.fr.ts'),
    pricing: () => import('#web/locales/pricing.fr.ts'),
    ...forMembers('fr'),
  },
}
