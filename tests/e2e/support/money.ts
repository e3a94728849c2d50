import type { Page } from '@playwright/test'
import type { Revenues } from '#contract/money.ts'
import { type Payment, recordPayment } from '#server/domain/payments/record-payment.ts'
import type { Person } from './people.ts'
import type { Product } from './product.ts'
import { withDatabase } from './subscriptions.ts'

let count = 0

/** Records a payment, like the event of a payment provider. Nobody can pay in the product yet. */
export async function pay(
  product: Product,
  fan: Person,
  creator: Person,
  payment: Pick<Payment, 'period' | 'price' | 'vat_country' | 'paid_at' | 'is_demo'>,
): Promise<void> {
  count += 1
  const payment_reference = `test-${process.pid}-${Date.now()}-${count}`
  await withDatabase(product, (db) =>
    db.begin((tx) => recordPayment(tx, { payment_reference, fan_id: fan.id, creator_id: creator.id, ...payment })),
  )
}

const ZERO = { gross: '0.00', vat: '0.00', platform_fee: '0.00', banking_fee: '0.00', net: '0.00' }
const MONTH = { gross: '1868.16', vat: '311.36', platform_fee: '233.52', banking_fee: '130.77', net: '1192.51' }

/** The revenues of somebody who is a creator only in the stubbed responses. */
export const NO_REVENUES: Revenues = {
  ...ZERO,
  active_subscribers: 0,
  is_sample: false,
  months: [],
  periods: (['day', 'week', 'month'] as const).map((period) => ({ period, count: 0, ...ZERO })),
}

const MONTHS = ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']

const SOME_REVENUES: Revenues = {
  ...MONTH,
  active_subscribers: 1234,
  is_sample: true,
  months: MONTHS.map((month, index) => ({ month, ...(index === 3 ? ZERO : MONTH) })),
  periods: NO_REVENUES.periods.map(({ period }) => ({ period, count: 5678, ...MONTH })),
}

export const NUMBERS = {
  gross_volume: '18204.50',
  vat_collected: '2730.68',
  platform_fees: '2321.07',
  banking_fees: '1274.32',
  creator_payouts: '11878.43',
}

/** Stubs the data of the pages about money. */
export async function showMoney(page: Page): Promise<void> {
  await page.route('**/api/revenues', (route) => route.fulfill({ json: SOME_REVENUES }))
  await page.route('**/api/admin/numbers', (route) => route.fulfill({ json: NUMBERS }))
}
