/** The languages of the product. The account, the mails and every page have one of them. */
export const LOCALES = ['en', 'fr'] as const

/** The query parameter for the language, and the cookie that stores it. */
export const LOCALE_PARAMETER = 'lang'
export const LOCALE_COOKIE = 'lang'
