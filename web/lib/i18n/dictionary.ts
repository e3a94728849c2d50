import type { Locale } from '#contract/accounts.ts'

/** The shape of translated texts. */
export interface Dictionary {
  readonly [key: string]: Entry
}
export type Entry = string | Dictionary | readonly Entry[]
export type Sections = Readonly<Record<string, Dictionary>>

/** How the texts of namespaces are loaded, by language. */
export type Translations = Record<string, Record<Locale, () => Promise<Sections>>>
