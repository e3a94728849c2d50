import { amountOf, centsOf, feesOf } from '#contract/fees.ts'
import type { Profile } from '#contract/profiles.ts'
import { type Country, isCountry, VAT_PERCENT } from '#contract/vat.ts'
import type { Period } from './periods.ts'

/** What a fan in this country pays for a ticket. Without a country, VAT and sum are unknown. */
export interface Quote {
  price: string
  vat: { percent: number; amount: string } | null
  charged: string | null
}

export function quoteOf(price: string, country: Country | null): Quote {
  if (country === null) return { price, vat: null, charged: null }
  const percent = VAT_PERCENT[country]
  const { vat, charged } = feesOf(centsOf(price), percent)
  return { price, vat: { percent, amount: amountOf(vat) }, charged: amountOf(charged) }
}

export function priceOf(profile: Profile, period: Period): string {
  return profile[`${period}_subscription`]
}

/** A month renews; a day and a week are single tickets. */
export function renews(period: Period): boolean {
  return period === 'month'
}

/** The country of the last order, if it is still in the table. */
export function countryIn(code: string | null): Country | null {
  return code !== null && isCountry(code) ? code : null
}

const DAYS = { day: 1, week: 7 } as const

/** When a ticket ends that begins now. Months are counted in UTC, like the server does: 31 January ends on 28 February. */
export function endOf(period: Period, now: Date): Date {
  const end = new Date(now)
  if (period !== 'month') {
    end.setUTCDate(end.getUTCDate() + DAYS[period])
    return end
  }
  end.setUTCMonth(end.getUTCMonth() + 1)
  // A shorter month has rolled over into the one after it: day 0 is the last day of the month before.
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0)
  return end
}
