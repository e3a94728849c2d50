import type { Locale } from '#contract/accounts.ts'

/** The name of a country in a language, by its code of two letters. An unknown code is its own name. */
export function countryName(code: string, language: Locale): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}
