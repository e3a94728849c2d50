import type { Translations } from './dictionary.ts'

/**
 * The namespaces that only pages of members need. They are known as soon as one of these pages is loaded (`addTranslations`),
 * so that a visitor does not load the list.
 */
export const memberTranslations = {
  'second-factors/settings': {
    en: () => import('#web/locales/en/second-factors/settings.ts'),
    fr: () => import('#web/locales/fr/second-factors/settings.ts'),
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
  'conversations/search': {
    en: () => import('#web/locales/en/conversations/search.ts'),
    fr: () => import('#web/locales/fr/conversations/search.ts'),
  },
  creators: {
    en: () => import('#web/locales/en/creators.ts'),
    fr: () => import('#web/locales/fr/creators.ts'),
  },
  drafts: {
    en: () => import('#web/locales/en/drafts.ts'),
    fr: () => import('#web/locales/fr/drafts.ts'),
  },
  'fan-cards': {
    en: () => import('#web/locales/en/fan-cards.ts'),
    fr: () => import('#web/locales/fr/fan-cards.ts'),
  },
  insights: {
    en: () => import('#web/locales/en/insights.ts'),
    fr: () => import('#web/locales/fr/insights.ts'),
  },
  marks: {
    en: () => import('#web/locales/en/marks.ts'),
    fr: () => import('#web/locales/fr/marks.ts'),
  },
  'money/revenues': {
    en: () => import('#web/locales/en/money/revenues.ts'),
    fr: () => import('#web/locales/fr/money/revenues.ts'),
  },
  'monthly-statements': {
    en: () => import('#web/locales/en/monthly-statements.ts'),
    fr: () => import('#web/locales/fr/monthly-statements.ts'),
  },
  notices: {
    en: () => import('#web/locales/en/notices.ts'),
    fr: () => import('#web/locales/fr/notices.ts'),
  },
  'notices/settings': {
    en: () => import('#web/locales/en/notices/settings.ts'),
    fr: () => import('#web/locales/fr/notices/settings.ts'),
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
} satisfies Translations
