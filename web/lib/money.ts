import type { Locale } from '#contract/accounts.ts'

interface Format {
  /** Omits the cents of whole euros: €100, but €8.40. */
  short?: boolean
  /** Rounds, where the exact amount is shown as well: €1,214, or €1.2M. */
  round?: boolean
}

/** From here on a rounded amount is written in thousands or millions. */
const COMPACT_FROM = 100_000

/** Formats a decimal amount in euros. Spaces are narrow no-break spaces, which not all browsers use for French. */
export function euros(amount: string, language: Locale, { short = false, round = false }: Format = {}): string {
  const value = Number(amount)
  if (round) {
    const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
    return format(value, language, 'EUR', value < COMPACT_FROM ? { maximumFractionDigits: 0 } : compact)
  }
  return format(value, language, 'EUR', { minimumFractionDigits: short && Number.isInteger(value) ? 0 : 2 })
}

/** Of money that is not of this house, which may be in another currency. */
export function money(amount: string, language: Locale, currency: string): string {
  return format(Number(amount), language, currency, { minimumFractionDigits: 2 })
}

/** An amount with its sign before it: "+ €127.05", "− €142.10". A balance has no plus. */
export function signedEuros(amount: string, language: Locale, { plus = true } = {}): string {
  const text = euros(amount.replace('-', ''), language)
  if (Number(amount) === 0) return text
  if (Number(amount) < 0) return `−\u00a0${text}`
  return plus ? `+\u00a0${text}` : text
}

/** Formats an amount in dollars, with `$` in both languages. */
export function dollars(amount: string, language: Locale): string {
  return format(Number(amount), language, 'USD', { currencyDisplay: 'narrowSymbol', minimumFractionDigits: 2 })
}

function format(value: number, language: Locale, currency: string, options: Intl.NumberFormatOptions): string {
  return value.toLocaleString(language, { style: 'currency', currency, ...options }).replaceAll('\u00a0', '\u202f')
}
