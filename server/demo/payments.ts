import { centsOf, DEFAULT_PRICES } from '#contract/fees.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Country } from '#contract/vat.ts'
import type { Tx } from '#server/db/connect.ts'
import { recordPayment } from '#server/domain/payments/record-payment.ts'
import { newId } from '#server/store/ids.ts'
import type { Period } from '#server/store/payments/movements.ts'
import { earlier } from '#server/time.ts'

const DAY_HOURS = 24

const PRICES: Record<Period, number> = {
  day: centsOf(DEFAULT_PRICES.day_subscription),
  week: centsOf(DEFAULT_PRICES.week_subscription),
  month: centsOf(DEFAULT_PRICES.month_subscription),
}

/** A fan's recurring payments. */
interface DemoPayments {
  fan: string
  country: Country
  creator: string
  period: Period
  first_days_ago: number
  every_days: number
  times: number
}

/** A month has at most 31 days, so payments every 31 days never overlap. */
const MONTHLY = { period: 'month', every_days: 31 } as const

const DEMO_PAYMENTS: DemoPayments[] = [
  { fan: 'clairevasseur', country: 'FR', creator: 'margauxlenoir', ...MONTHLY, first_days_ago: 163, times: 6 },
  { fan: 'hugomoreau', country: 'FR', creator: 'margauxlenoir', ...MONTHLY, first_days_ago: 158, times: 5 },
  { fan: 'lenabauer', country: 'DE', creator: 'margauxlenoir', ...MONTHLY, first_days_ago: 127, times: 5 },
  { fan: 'ingridholm', country: 'SE', creator: 'margauxlenoir', ...MONTHLY, first_days_ago: 96, times: 3 },
  { fan: 'nilsberger', country: 'CH', creator: 'margauxlenoir', ...MONTHLY, first_days_ago: 64, times: 3 },
  { fan: 'juneparker', country: 'US', creator: 'margauxlenoir', ...MONTHLY, first_days_ago: 33, times: 2 },
  {
    fan: 'sofiabianchi',
    country: 'IT',
    creator: 'margauxlenoir',
    period: 'week',
    first_days_ago: 141,
    every_days: 23,
    times: 7,
  },
  {
    fan: 'pabloreyes',
    country: 'ES',
    creator: 'margauxlenoir',
    period: 'week',
    first_days_ago: 56,
    every_days: 8,
    times: 8,
  },
  {
    fan: 'willhart',
    country: 'GB',
    creator: 'margauxlenoir',
    period: 'day',
    first_days_ago: 104,
    every_days: 9,
    times: 12,
  },
  {
    fan: 'juneparker',
    country: 'US',
    creator: 'margauxlenoir',
    period: 'day',
    first_days_ago: 152,
    every_days: 17,
    times: 6,
  },
  { fan: 'clairevasseur', country: 'FR', creator: 'camilleroche', ...MONTHLY, first_days_ago: 100, times: 3 },
  { fan: 'willhart', country: 'GB', creator: 'camilleroche', ...MONTHLY, first_days_ago: 49, times: 2 },
  { fan: 'hugomoreau', country: 'FR', creator: 'louverdier', ...MONTHLY, first_days_ago: 121, times: 4 },
  { fan: 'ingridholm', country: 'SE', creator: 'yukiaoyama', ...MONTHLY, first_days_ago: 72, times: 3 },
]

/** The payments of the last months. Each row is marked as demo data. */
export async function createDemoPayments(db: Tx, now: Date, idOf: (username: string) => string): Promise<void> {
  for (const { fan, country, creator, period, first_days_ago, every_days, times } of DEMO_PAYMENTS) {
    for (let time = 0; time < times; time += 1) {
      // Spread over the hours of the day, the latest one today.
      const hours_ago = (first_days_ago - time * every_days) * DAY_HOURS + ((first_days_ago + time) % 11) + 1
      const paid_at = earlier(now, hours_ago * HOUR_MS)
      await recordPayment(db, {
        payment_reference: `demo-${newId(paid_at)}`,
        fan_id: idOf(fan),
        creator_id: idOf(creator),
        period,
        price: PRICES[period],
        vat_country: country,
        paid_at,
        is_demo: true,
      })
    }
  }
}
