import type { PERIODS } from '#contract/money.ts'

/**
 * The port to a payment provider, in our own words. An adapter translates them; nothing else knows whose words they are.
 * Amounts are whole cents of euros. A reference is an id of the provider.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /** Opens the provider's page for an order. The same order again opens the same page. */
  checkout(order: CheckoutOrder): Promise<{ url: string; reference: string }>
  /** The provider's page where a fan changes the card, or pays what failed. */
  manage(customer: string, return_url: string): Promise<{ url: string }>
  /** Stops the renewal at the end of the period, or starts it again. */
  cancel(membership: string): Promise<void>
  resume(membership: string): Promise<void>
  /** Ends the renewal at once: nothing is charged any more, also nothing that waits. */
  end(membership: string): Promise<void>
  /** Sends money back: all that is left, or a part. The same key again is the same refund. */
  refund(payment: string, refund: { key: string; cents?: number }): Promise<void>
  /** Reads an event after its signature was checked. Throws `BadEvent` for one that is forged, old or of the wrong mode. */
  read(raw: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>, now: Date): ProviderEvent
  /** What happened since then, oldest first, whether it was told or not. */
  since(time: Date): AsyncIterable<ProviderEvent>
  /** Every payment that was made since then, for the reconciliation. */
  paymentsSince(time: Date): AsyncIterable<string>
  /** The present state of an object; undefined if the provider does not know it. */
  findCheckout(reference: string): Promise<ProviderCheckout | undefined>
  findPayment(reference: string): Promise<ProviderPayment | undefined>
  findMembership(reference: string): Promise<ProviderMembership | undefined>
}

export type ProviderName = 'stripe' | 'sandbox'
export type Period = (typeof PERIODS)[number]

/** An event whose signature does not hold. The answer is 400, and nothing is kept. */
export class BadEvent extends Error {}

/** The provider has understood the request and does not do it. Trying again does not help. */
export class ProviderRefused extends Error {
  /** The provider's own word for it. */
  readonly reason: string

  constructor(reason: string, cause: Error) {
    super(`The payment provider has refused this: ${cause.message}`, { cause })
    this.reason = reason
  }
}

/** The provider could not be reached, or has failed: try again later. */
export class ProviderAway extends Error {}

export interface CheckoutOrder {
  id: string
  fan: { id: string; email: string; locale: 'en' | 'fr' }
  /** The customer of an earlier order, so that the provider knows the card. */
  customer: string | undefined
  creator_name: string
  period: Period
  /** A month renews; a day and a week are single tickets. */
  renews: boolean
  price: number
  vat: { country: string; percent: number; cents: number }
  charged: number
  /** Where the provider sends the fan afterwards. */
  return_url: string
  cancel_url: string
}

/** What an event is about. The handler fetches the present object and forgets the event. */
export interface ProviderEvent {
  id: string
  at: Date
  /** The provider's own name of the event, for staff. */
  type: string
  /** Undefined for what does not concern us: it is kept and ignored. */
  subject: { kind: 'checkout' | 'payment' | 'membership' | 'account' | 'payout'; reference: string } | undefined
}

export interface ProviderCheckout {
  reference: string
  order_id: string | undefined
  state: 'open' | 'paid' | 'failed' | 'expired'
  payment: string | undefined
  membership: string | undefined
}

/** One charge, with everything that happened to it since. */
export interface ProviderPayment {
  reference: string
  order_id: string | undefined
  membership: string | undefined
  /** It has our mark. Others may sell through the same account: what is theirs is left alone. */
  is_ours: boolean
  /** In lower case. */
  currency: string
  customer: string | undefined
  state: 'pending' | 'paid' | 'failed'
  paid_at: Date
  charged: number
  vat: number
  /** What the provider keeps. */
  fee: number
  /** For a renewing ticket: the time that this charge pays for. */
  period: { starts_at: Date; ends_at: Date } | undefined
  /** Evidence of where the fan is: the billing address and the country of the card. */
  billing_country: string | undefined
  card_country: string | undefined
  card_last4: string | undefined
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
}

export interface ProviderRefund {
  reference: string
  at: Date
  cents: number
  state: 'pending' | 'done' | 'failed'
}

export interface ProviderDispute {
  reference: string
  at: Date
  cents: number
  /** What the provider takes for it. */
  fee: number
  state: 'open' | 'won' | 'lost'
  closed_at: Date | undefined
}

export interface ProviderMembership {
  reference: string
  order_id: string | undefined
  customer: string
  /** `waiting`: nothing has ever been paid for it. */
  state: 'waiting' | 'active' | 'past_due' | 'ended'
  /** False after it was cancelled: it ends with the period. */
  renews: boolean
  /** True if somebody has asked for the end; false if it ended because nothing was paid. */
  is_cancelled: boolean
  period: { starts_at: Date; ends_at: Date }
  /** The period has begun, and is not paid yet: its charge waits, or has failed. */
  is_unpaid: boolean
  ended_at: Date | undefined
  card_last4: string | undefined
  /** What is charged for the next period, with VAT. */
  charged: number
}
