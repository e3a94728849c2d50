import type { Locale } from '#contract/accounts.ts'

interface Shape {
  /** Whole euros lose their cents: €100, and still €8.40. */
  short?: boolean
  /** For a glance, where the exact amount stands beside it: €1,214, and €1.2M. */
  round?: boolean
}

/** From here on an amount for a glance is told in thousands or millions. */
const LARGE = 100_000

/** A decimal amount as the language writes it. Every space in it is narrow and does not break, whatever the browser knows of French. */
export function euros(amount: string, language: Locale, { short = false, round = false }: Shape = {}): string {
  const value = Number(amount)
  if (round) {
    const large = { notation: 'compact', maximumFractionDigits: 1 } as const
    return written(value, language, 'EUR', value < LARGE ? { maximumFractionDigits: 0 } : large)
  }
  return written(value, language, 'EUR', { minimumFractionDigits: short && Number.isInteger(value) ? 0 : 2 })
}

/** The sign is `$` in every language. */
export function dollars(amount: string, language: Locale): string {
  return written(Number(amount), language, 'USD', { currencyDisplay: 'narrowSymbol', minimumFractionDigits: 2 })
}

function written(value: number, language: Locale, currency: string, options: Intl.NumberFormatOptions): string {
  return value.toLocaleString(language, { style: 'currency', currency, ...options }).replaceAll('\u00a0', '\u202f')
}
