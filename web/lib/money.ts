import type { Locale } from '#contract/accounts.ts'

interface Shape {
  /** Whole euros lose their cents: €100, and still €8.40. */
  short?: boolean
}

/** A decimal amount as the language writes it. Every space in it is narrow and does not break, whatever the browser knows of French. */
export function euros(amount: string, language: Locale, { short = false }: Shape = {}): string {
  const value = Number(amount)
  const decimals = short && Number.isInteger(value) ? 0 : 2
  return value
    .toLocaleString(language, { style: 'currency', currency: 'EUR', minimumFractionDigits: decimals })
    .replaceAll('\u00a0', '\u202f')
}
