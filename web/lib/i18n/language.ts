import type { Locale } from '#contract/accounts.ts'
import { LOCALE_COOKIE, LOCALE_PARAMETER, LOCALES } from '#contract/locales.ts'

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60

interface Clues {
  /** The query string, such as `?lang=fr`. */
  search: string
  /** All cookies, in the format of `document.cookie`. */
  cookies: string
  /** The languages of the browser settings, preferred first. */
  preferred: readonly string[]
}

/** The language of the URL, otherwise of the cookie, otherwise of the browser settings, otherwise English. */
export function decideLanguage({ search, cookies, preferred }: Clues): Locale {
  return (
    known(new URLSearchParams(search).get(LOCALE_PARAMETER)) ??
    known(cookieIn(cookies, LOCALE_COOKIE)) ??
    preferred.map((tag) => known(tag.split('-')[0]?.toLowerCase())).find((locale) => locale !== undefined) ??
    'en'
  )
}

/** The cookie that stores the choice for one year. */
export function languageCookie(locale: Locale, secure: boolean): string {
  return `${LOCALE_COOKIE}=${locale}; Max-Age=${YEAR_IN_SECONDS}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

function known(language: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === language)
}

function cookieIn(cookies: string, name: string): string | undefined {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** The `lang` of the document, if the product supports it. */
export function languageOfPage(): Locale | undefined {
  return known(document.documentElement.lang)
}
