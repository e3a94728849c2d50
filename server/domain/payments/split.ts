import { type Fees, feesOf } from '#contract/fees.ts'

/** What a provider says of a charge, in cents. */
interface Charge {
  charged: number
  vat: number
  /** What the provider keeps. */
  fee: number
}

/** How a payment is split: what the provider took and keeps, and of the price the platform's share; the rest is the creator's. */
export function splitPayment({ charged, vat, fee }: Charge): Fees {
  const price = charged - vat
  const { platform_fee } = feesOf(price, 0)
  return { price, vat, charged, platform_fee, banking_fee: fee, net: price - platform_fee - fee }
}

/** Money that opened nothing is no creator's: the platform holds it until it is sent back. */
export function splitUnapplied({ charged, vat, fee }: Charge): Fees {
  const price = charged - vat
  return { price, vat, charged, platform_fee: price - fee, banking_fee: fee, net: 0 }
}

/** The sums of what was given back of a payment so far: zero or negative. */
export type Reversed = Pick<Fees, 'charged' | 'vat' | 'net'>

/**
 * How a reversal of this many cents is split: VAT and the creator's net in proportion to what is given back in total, so
 * that the last cent of a payment takes the rest of both. The provider keeps its fee, and may take another one (`fee`): the
 * platform pays for both. So a creator never loses more than they got for it.
 */
export function splitReversal(payment: Fees, reversed: Reversed, cents: number, fee = 0): Fees {
  const given_back = cents - reversed.charged
  const rest = (total: number, done: number) => -Math.round((total * given_back) / payment.charged) - done
  const vat = rest(payment.vat, reversed.vat)
  return balanced({ charged: -cents, vat, banking_fee: fee, net: rest(payment.net, reversed.net) })
}

/** The platform's share is what is left, so that every movement balances. */
export function balanced({ charged, vat, banking_fee, net }: Omit<Fees, 'price' | 'platform_fee'>): Fees {
  return { price: charged - vat, vat, charged, platform_fee: charged - vat - banking_fee - net, banking_fee, net }
}
