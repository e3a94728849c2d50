import type { Locale } from '#contract/accounts.ts'
import { LOCALE_COOKIE, LOCALE_PARAMETER, LOCALES } from '#contract/limits.ts'

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60

interface Clues {
  /** The query of the address: `?lang=fr`. */
  search: string
  /** All cookies, as the browser lists them. */
  cookies: string
  /** What the browser says its user reads, best first. */
  preferred: readonly string[]
}

/** What the address asks for, else the remembered choice, else what the browser prefers, else English. */
export function decideLanguage({ search, cookies, preferred }: Clues): Locale {
  return (
    known(new URLSearchParams(search).get(LOCALE_PARAMETER)) ??
    known(cookieIn(cookies, LOCALE_COOKIE)) ??
    preferred.map((tag) => known(tag.split('-')[0]?.toLowerCase())).find((locale) => locale !== undefined) ??
    'en'
  )
}

/** The cookie that remembers a choice for a year. */
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

/** The language a page came in, if it is one of ours. */
export function languageOfPage(): Locale | undefined {
  return known(document.documentElement.lang)
}
