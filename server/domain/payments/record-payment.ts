import { centsOf, feesOf, PRICE_MAX, PRICE_MIN } from '#contract/fees.ts'
import { PERIODS } from '#contract/money.ts'
import { isCountry, VAT_PERCENT } from '#contract/vat.ts'
import type { Queryable } from '#server/db/connect.ts'
import { invalid, notFound } from '#server/errors.ts'
import { newId } from '#server/store/ids.ts'
import {
  findRecordedPayment,
  insertMovementOnce,
  type KnownPayment,
  type Movement,
  type Period,
} from '#server/store/payments/movements.ts'
import { insertPaidPeriod } from '#server/store/subscriptions/periods.ts'
import { endOfPeriod } from './end-of-period.ts'

/** A payment that no provider has made: those of the demo data, and of tests. */
export interface Payment {
  /** It makes the call idempotent. */
  payment_reference: string
  fan_id: string
  creator_id: string
  period: Period
  /** The creator's price in cents, without VAT. */
  price: number
  /** The country where the fan lives. */
  vat_country: string
  paid_at: Date
  /** True for demo data, which is not real money. */
  is_demo?: boolean
}

interface Recorded {
  subscription_id: string
  /** False if the payment was recorded before. */
  is_new: boolean
}

const REFERENCE_MAX = 200

/**
 * Records a payment with the quote of the fee engine. Call it in a transaction: it stores the period and the movement
 * together. Idempotent per payment reference, also for concurrent calls.
 */
export async function recordPayment(db: Queryable, payment: Payment): Promise<Recorded> {
  const { payment_reference, fan_id, creator_id, period, price, paid_at, is_demo = false } = payment
  const vat_country = checked(payment)
  const vat_percent = VAT_PERCENT[vat_country]
  const subscription_id = newId(paid_at)
  const movement: Movement = {
    id: newId(paid_at),
    provider: 'none',
    kind: 'payment',
    reference: payment_reference,
    original_id: null,
    order_id: null,
    subscription_id,
    creator_id,
    period,
    occurred_at: paid_at,
    vat_country,
    vat_percent,
    is_demo,
    ...feesOf(price, vat_percent),
  }
  // No provider tells of it later than it happened, so it is booked at its own time. The movement comes first: a concurrent
  // call with the same reference waits here until this transaction ends.
  if (!(await insertMovementOnce(db, movement, paid_at)))
    return { subscription_id: sameAs(payment, await findRecordedPayment(db, payment_reference)), is_new: false }
  const inserted = await insertPaidPeriod(db, {
    id: subscription_id,
    fan_id,
    profile_id: creator_id,
    paid_at,
    entitled_from: paid_at,
    entitled_until: endOfPeriod(paid_at, period),
    order_id: null,
    membership_id: null,
  })
  if (!inserted) throw notFound()
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

/** Rejects a known reference with different data. Otherwise the second payment would be lost. */
function sameAs(payment: Payment, known: KnownPayment | undefined): string {
  const isSame =
    known !== undefined &&
    (known.fan_id ?? payment.fan_id) === payment.fan_id &&
    (['creator_id', 'period', 'price', 'vat_country'] as const).every((part) => known[part] === payment[part])
  if (!isSame) throw invalid('payment_reference', 'Another payment has this reference')
  return known.subscription_id
}
