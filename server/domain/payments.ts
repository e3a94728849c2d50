import { centsOf, feesOf } from '#contract/fees.ts'
import { PERIODS, PRICE_MAX, PRICE_MIN } from '#contract/limits.ts'
import { isCountry, VAT_PERCENT } from '#contract/vat.ts'
import type { Queryable } from '#server/db/connect.ts'
import { invalid, notFound } from '#server/errors.ts'
import { newId } from '#server/store/ids.ts'
import { findPayment, insertLedgerRow, type KnownPayment, type Period } from '#server/store/ledger.ts'
import { insertPaidPeriod } from '#server/store/periods.ts'

/** What a payment provider tells when somebody has paid. */
export interface Payment {
  /** What the provider calls it. */
  payment_reference: string
  fan_id: string
  creator_id: string
  period: Period
  /** What the creator asks for, in cents, without VAT. */
  price: number
  /** Where the fan lives. */
  vat_country: string
  paid_at: Date
  /** The demo world's: nobody's money. */
  is_demo?: boolean
}

interface Recorded {
  subscription_id: string
  /** False when the payment was known already. */
  is_new: boolean
}

const LENGTHS: Record<Period, string> = { day: '1 day', week: '7 days', month: '1 month' }
const REFERENCE_MAX = 200

/**
 * The one way in for money, in a transaction: keeps the period and where its money went, both or none. It is idempotent:
 * the same payment again, also at the same moment, changes nothing. Nothing else writes the ledger.
 */
export async function recordPayment(db: Queryable, payment: Payment): Promise<Recorded> {
  const { payment_reference, fan_id, creator_id, period, price, paid_at, is_demo = false } = payment
  const vat_country = checked(payment)
  const vat_percent = VAT_PERCENT[vat_country]
  const subscription_id = newId(paid_at)
  // First of all: who comes with the same payment at the same moment waits here until this one is kept or given up.
  const isNew = await insertLedgerRow(db, {
    id: newId(paid_at),
    payment_reference,
    subscription_id,
    creator_id,
    period,
    paid_at,
    vat_country,
    vat_percent,
    is_demo,
    ...feesOf(price, vat_percent),
  })
  if (!isNew) return { subscription_id: sameAs(payment, await findPayment(db, payment_reference)), is_new: false }
  const paid = { id: subscription_id, fan_id, profile_id: creator_id, paid_at, length: LENGTHS[period] }
  if (!(await insertPaidPeriod(db, paid))) throw notFound()
  return { subscription_id, is_new: true }
}

function checked({ payment_reference, fan_id, creator_id, period, price, vat_country, paid_at }: Payment) {
  if (!payment_reference.trim() || payment_reference.length > REFERENCE_MAX)
    throw invalid('payment_reference', 'A payment needs a reference')
  if (fan_id === creator_id) throw invalid('fan_id', 'Nobody subscribes to themselves')
  if (!PERIODS.includes(period)) throw invalid('period', 'Nothing is sold for such a period')
  if (!Number.isInteger(price) || price < centsOf(PRICE_MIN) || price > centsOf(PRICE_MAX))
    throw invalid('price', `A price is in whole cents, from ${PRICE_MIN} to ${PRICE_MAX}`)
  if (!isCountry(vat_country)) throw invalid('vat_country', 'There is no rate of VAT for this country')
  if (Number.isNaN(paid_at.getTime())) throw invalid('paid_at', 'A payment has a time')
  return vat_country
}

/** Money must not disappear because two payments were given one name. */
function sameAs(payment: Payment, known: KnownPayment | undefined): string {
  const isSame =
    known !== undefined &&
    (known.fan_id ?? payment.fan_id) === payment.fan_id &&
    (['creator_id', 'period', 'price', 'vat_country'] as const).every((part) => known[part] === payment[part])
  if (!isSame) throw invalid('payment_reference', 'Another payment has this reference')
  return known.subscription_id
}
