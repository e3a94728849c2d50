import type { IncomingHttpHeaders } from 'node:http'
import type { Locale } from '#contract/accounts.ts'
import { LOCALE_COOKIE, LOCALES } from '#contract/limits.ts'

function known(value: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === value)
}

/** What the address asks for, else the remembered choice, else what the browser prefers, else English. */
export function requestLocale(headers: IncomingHttpHeaders, asked?: string | null): Locale {
  const cookie = headers.cookie?.match(new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`))?.[1]
  return known(asked) ?? known(cookie) ?? preferredLocale(headers['accept-language']) ?? 'en'
}

/** What the browser prefers, of the languages there are. */
export function preferredLocale(accept: string | undefined): Locale | undefined {
  const wishes = (accept ?? '').split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.trim().split(';')
    const q = parameters.find((parameter) => parameter.trim().startsWith('q='))
    return { locale: known(tag.trim().toLowerCase().split('-')[0]), weight: q ? Number(q.trim().slice(2)) : 1 }
  })
  return wishes
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ locale }) => locale)?.locale
}
