import { amountOf } from '#contract/fees.ts'
import { PERIODS, type Revenues } from '#contract/money.ts'
import type { Context } from '#server/context.ts'
import { toCsvPieces } from '#server/csv.ts'
import {
  type ListedPayment,
  listPayments,
  type Sums,
  sumPayments,
  sumRevenues,
  sumReversals,
} from '#server/store/payments/movements.ts'
import { countSubscribers } from '#server/store/subscriptions/subscriptions.ts'
import { monthOf, monthsBetween } from '#server/time.ts'

type MoneyContext = Pick<Context, 'db' | 'now' | 'payments'>

/** A creator's revenues: in total, by month and by period. */
export async function getRevenues({ db, now, payments }: MoneyContext, creator_id: string): Promise<Revenues> {
  const [sums, reversals, active_subscribers] = await Promise.all([
    sumRevenues(db, creator_id),
    sumReversals(db, creator_id),
    countSubscribers(db, creator_id, now()),
  ])
  const present = monthOf(now())
  // The clock of another process may be ahead of this one.
  const last = [present, sums.at(-1)?.month ?? present].sort().at(-1) ?? present
  const months = monthsBetween(sums[0]?.month, last)
  return {
    ...linesOf(sums),
    active_subscribers,
    is_sample: sums.some(({ is_demo }) => is_demo),
    ...((payments || reversals.refunded > 0 || reversals.disputed > 0) && {
      reversals: { refunded: amountOf(reversals.refunded), disputed: amountOf(reversals.disputed) },
    }),
    months: months.map((month) => ({ month, ...linesOf(sums.filter((part) => part.month === month)) })),
    periods: PERIODS.map((period) => {
      const parts = sums.filter((part) => part.period === period)
      return { period, count: parts.reduce((total, { count }) => total + count, 0), ...linesOf(parts) }
    }),
  }
}

/** The sums as decimal amounts. */
function linesOf(parts: Sums[]) {
  const total = (line: keyof Sums) => amountOf(parts.reduce((cents, part) => cents + part[line], 0))
  return {
    gross: total('gross'),
    vat: total('vat'),
    platform_fee: total('platform_fee'),
    banking_fee: total('banking_fee'),
    net: total('net'),
  }
}

const CSV_COLUMNS = [
  'date',
  'period',
  'country',
  'vat_percent',
  'price',
  'vat',
  'gross',
  'platform_fee',
  'banking_fee',
  'net',
  'is_sample',
] as const

/** One CSV row per paid period, for the creator's accounting, without the fan's name. */
export function getRevenuesCsv({ db }: MoneyContext, creator_id: string): AsyncIterable<string> {
  return toCsvPieces(CSV_COLUMNS, csvPages(listPayments(db, creator_id)))
}

async function* csvPages(pages: AsyncIterable<ListedPayment[]>): AsyncGenerator<CsvRow[]> {
  for await (const payments of pages) yield payments.map(csvRow)
}

type CsvRow = Record<(typeof CSV_COLUMNS)[number], string | boolean>

function csvRow(payment: ListedPayment): CsvRow {
  const { paid_at, period, vat_country, vat_percent, is_demo } = payment
  return {
    date: paid_at.toISOString().slice(0, 'YYYY-MM-DD'.length),
    period,
    country: vat_country,
    vat_percent,
    price: amountOf(payment.price),
    vat: amountOf(payment.vat),
    gross: amountOf(payment.charged),
    platform_fee: amountOf(payment.platform_fee),
    banking_fee: amountOf(payment.banking_fee),
    net: amountOf(payment.net),
    is_sample: is_demo,
  }
}

/** The sums of the whole product, and whether they contain demo payments. */
export async function getNumbers({ db }: MoneyContext) {
  const { is_demo: is_sample, ...all } = await sumPayments(db)
  const { gross, vat, platform_fee, banking_fee, net } = linesOf([all])
  const numbers = {
    gross_volume: gross,
    vat_collected: vat,
    platform_fees: platform_fee,
    banking_fees: banking_fee,
    creator_payouts: net,
  }
  return { numbers, is_sample }
}
