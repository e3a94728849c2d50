import type { Locale } from '#contract/accounts.ts'
import type { Dictionary, MemberBook } from './books.ts'

/** Where the books lie that only members open; no visitor has to fetch the list of them. */
export const memberBooks: Record<Locale, Record<MemberBook, () => Promise<Dictionary>>> = {
  en: {
    account: () => import('#web/locales/account.en.ts'),
    admin: () => import('#web/locales/admin.en.ts'),
    find: () => import('#web/locales/find.en.ts'),
    notices: () => import('#web/locales/notices.en.ts'),
    revenues: () => import('#web/locales/revenues.en.ts'),
    subscriptions: () => import('#web/locales/subscriptions.en.ts'),
  },
  fr: {
    account: () => import('#web/locales/account.fr.ts'),
    admin: () => import('#web/locales/admin.fr.ts'),
    find: () => import('#web/locales/find.fr.ts'),
    notices: () => import('#web/locales/notices.fr.ts'),
    revenues: () => import('#web/locales/revenues.fr.ts'),
    subscriptions: () => import('#web/locales/subscriptions.fr.ts'),
  },
}
