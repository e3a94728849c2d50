import type { IncomingHttpHeaders } from 'node:http'
import type { Locale } from '#contract/accounts.ts'
import { LOCALE_COOKIE, LOCALES } from '#contract/locales.ts'
import { readWeightedList } from './weighted-list.ts'

function known(value: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === value)
}

/** The language of a request: from the URL, else from the cookie, else from `Accept-Language`, else English. */
export function requestLocale(headers: IncomingHttpHeaders, asked?: string | null): Locale {
  return known(asked) ?? known(cookieOf(headers.cookie)) ?? preferredLocale(headers['accept-language']) ?? 'en'
}

function cookieOf(cookies = ''): string | undefined {
  const start = `${LOCALE_COOKIE}=`
  const cookie = cookies.split(';').find((part) => part.trimStart().startsWith(start))
  return cookie?.trimStart().slice(start.length)
}

/** The supported language with the highest weight in `Accept-Language`. */
export function preferredLocale(accept: string | undefined): Locale | undefined {
  return readWeightedList(accept)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ value }) => known(value.split('-', 1)[0]))
    .find((locale) => locale !== undefined)
}
