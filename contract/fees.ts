/** Prices are decimal strings in euros. */
export const PRICE_MIN = '0.01'
export const PRICE_MAX = '999.99'
/** At most two decimals. PRICE_MIN and PRICE_MAX are checked separately. */
export const PRICE_PATTERN = '^\\d{1,3}(\\.\\d{1,2})?$'
export const DEFAULT_PRICES = {
  day_subscription: '7.99',
  week_subscription: '14.99',
  month_subscription: '23.99',
} as const
export const PLATFORM_FEE_PERCENT = 15
export const BANKING_FEE_PERCENT = 7

/** The split of one payment, in whole cents. */
export interface Fees {
  /** The price that the creator has set. */
  price: number
  vat: number
  /** What the fan pays: price + vat, and vat + platform_fee + banking_fee + net. */
  charged: number
  platform_fee: number
  banking_fee: number
  /** What the creator gets: the remainder, so that no cent is lost or made. */
  net: number
}

/** Percentages have at most two decimals, so all calculations use integers. */
const PARTS_PER_PERCENT = 100
const PARTS = 100 * PARTS_PER_PERCENT

const pricePattern = new RegExp(PRICE_PATTERN)

export function feesOf(price: number, vat_percent: number): Fees {
  if (!Number.isSafeInteger(price) || price < 0) throw new RangeError(`A price is in whole cents: ${price}`)
  const vat = percentOf(price, vat_percent)
  const charged = price + vat
  const platform_fee = percentOf(price, PLATFORM_FEE_PERCENT)
  const banking_fee = percentOf(charged, BANKING_FEE_PERCENT)
  return { price, vat, charged, platform_fee, banking_fee, net: price - platform_fee - banking_fee }
}

/** Rounds half up. */
function percentOf(cents: number, percent: number): number {
  // Floating point cannot represent 8.1 exactly, but it can represent 810.
  const parts = Math.round(percent * PARTS_PER_PERCENT)
  const dividend = cents * parts + PARTS / 2
  return (dividend - (dividend % PARTS)) / PARTS
}

/** Parses a typed price into cents. Undefined if it is not a price or outside the allowed range. */
export function priceInCents(typed: string): number | undefined {
  if (!pricePattern.test(typed)) return undefined
  const cents = centsOf(typed)
  return cents >= centsOf(PRICE_MIN) && cents <= centsOf(PRICE_MAX) ? cents : undefined
}

/** Parses a decimal amount of our own API into cents: "23.99" is 2399. */
export function centsOf(amount: string): number {
  const [, euros, cents = ''] = amount.match(/^(\d+)(?:\.(\d{1,2}))?$/) ?? []
  if (euros === undefined) throw new RangeError(`This is no amount: ${amount}`)
  return Number(euros + cents.padEnd(2, '0'))
}

/** Formats cents as a decimal amount: 2399 is "23.99", and -5 is "-0.05". */
export function amountOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
