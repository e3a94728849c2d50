import type { Locale } from '#contract/accounts.ts'
import { LOCALES } from '#contract/locales.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
}

export function metaTag(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

const OPEN_GRAPH_LOCALES: Record<Locale, string> = { en: 'en_GB', fr: 'fr_FR' }

/** The Open Graph tags for the language of a page and its alternates. */
export function languageTags(locale: Locale): string[] {
  const others = LOCALES.filter((other) => other !== locale)
  return [
    metaTag('property', 'og:locale', OPEN_GRAPH_LOCALES[locale]),
    ...others.map((other) => metaTag('property', 'og:locale:alternate', OPEN_GRAPH_LOCALES[other])),
  ]
}
