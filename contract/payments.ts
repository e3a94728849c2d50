import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PERIODS } from './money.ts'
import { Amount, Id, IdParams, MediaPath, Nothing, nullable, oneOf, Time, TimeCursor, visibleText } from './schemas.ts'

/** The wordings of the consent to start at once, oldest first. An order keeps the one that its fan read. */
export const CONSENTS = ['2026-11'] as const
/** How long after the payment somebody may withdraw. */
export const WITHDRAWAL_DAYS = 14
/** The largest body of an event of the provider. */
export const EVENT_BYTES_MAX = 256 * 1024

/** Why this viewer cannot buy from this creator at the moment. */
export const CHECKOUT_REFUSALS = ['own_page', 'already_renewing', 'email_unconfirmed'] as const

/** On a profile while something can be bought there. Absent without a payment provider. */
export const Checkout = Type.Object({
  /** The country of the viewer's last order, to begin with. */
  country: nullable(Type.String()),
  refusal: nullable(oneOf(CHECKOUT_REFUSALS)),
})

/** `waiting` until the provider has told how it went; `failed` and `expired` cost nothing. */
export const ORDER_STATES = ['waiting', 'paid', 'failed', 'expired', 'refunded'] as const

/** What staff were asked, and what they answered. */
const WITHDRAWAL_ANSWER = {
  /** When the fan asked staff to withdraw; null if they did not. */
  withdrawal_asked_at: nullable(Time),
  /** When staff said no; null while it waits, and for what was refunded. */
  withdrawal_declined_at: nullable(Time),
  /** Why, for the fan. */
  withdrawal_answer: nullable(Type.String()),
}

export const Order = Type.Object({
  id: Id,
  state: oneOf(ORDER_STATES),
  /** Null if the creator is gone. */
  creator: nullable(Type.Object({ username: Type.String(), profile_pic: nullable(MediaPath) })),
  period: oneOf(PERIODS),
  charged: Amount,
  created_at: Time,
  /** The time that was bought; null until it was paid. */
  starts_at: nullable(Time),
  ends_at: nullable(Time),
  renews: Type.Boolean(),
  receipt: nullable(Type.String()),
  /** `now`: it is refunded at once; `ask`: staff decide; null when it is too late. */
  withdrawal: nullable(oneOf(['now', 'ask'])),
  ...WITHDRAWAL_ANSWER,
})

/** An order as staff see it. */
export const StaffOrder = Type.Object({
  id: Id,
  state: oneOf(ORDER_STATES),
  fan: nullable(Type.String()),
  creator: nullable(Type.String()),
  period: oneOf(PERIODS),
  charged: Amount,
  refunded: Amount,
  country: Type.String(),
  created_at: Time,
  ...WITHDRAWAL_ANSWER,
})

/** Why money that was taken opened nothing. It is booked and sent back. */
export const UNAPPLIED_REASONS = [
  'unknown_order',
  'unknown_country',
  'fan_gone',
  'fan_frozen',
  'creator_gone',
  'creator_frozen',
  'blocked',
  'amount_differs',
  // On the same account of the provider, but not of this house: it is left alone there, and is in no book.
  'not_ours',
  'other_currency',
] as const

export const UnappliedPayment = Type.Object({
  id: Id,
  reason: oneOf(UNAPPLIED_REASONS),
  /** Of the provider. */
  reference: Type.String(),
  charged: Amount,
  /** Of `charged`, as ISO 4217 names it. */
  currency: Type.String(),
  /** `refunding` until the provider has confirmed it; `failed`: somebody has to look; `untouched`: it is not ours. */
  state: oneOf(['refunding', 'refunded', 'failed', 'untouched']),
  order_id: nullable(Id),
  created_at: Time,
})

export const payments = {
  create_checkout: endpoint({
    method: 'POST',
    path: '/checkouts',
    access: 'member',
    summary: 'Buy a ticket: answers the address of the provider’s page; 404 while nothing can be bought',
    body: Type.Object({
      creator_id: Id,
      period: oneOf(PERIODS),
      /** Where the fan lives, for the VAT. */
      country: Type.String({ pattern: '^[A-Z]{2}$' }),
      /** The wording that was agreed to; `true` is the present one. */
      consent: Type.Union([Type.Literal(true), oneOf(CONSENTS)]),
      /** The price without VAT that the page showed. Another one now is answered with 409 `price_changed` and the present one in `fields.price`. */
      price: Type.Optional(Amount),
      /** Makes a repeated request the same order. */
      client_id: Type.Optional(Id),
    }),
    status: 201,
    response: Type.Object({ order_id: Id, url: Type.String() }),
  }),
  get_order: endpoint({
    method: 'GET',
    path: '/orders/{id}',
    access: 'member',
    summary: 'How an order of one’s own went',
    params: IdParams,
    response: Order,
  }),
  withdraw_order: endpoint({
    method: 'POST',
    path: '/orders/{id}/withdraw',
    access: 'member',
    summary: 'Withdraw from an order within 14 days: refunded at once, or staff are asked',
    params: IdParams,
    response: Order,
  }),
  take_event: endpoint({
    method: 'POST',
    path: '/webhooks/{provider}',
    access: 'public',
    summary: 'An event of the payment provider; 400 for a signature that is forged, old or of the wrong mode',
    params: Type.Object({ provider: Type.String({ maxLength: 40 }) }),
    takes_raw_body: EVENT_BYTES_MAX,
    response: Nothing,
  }),
  list_staff_orders: endpoint({
    method: 'GET',
    path: '/admin/orders',
    access: 'admin',
    summary: 'Orders, newest first: all, those of one fan, or those whose withdrawal waits for a decision',
    query: Type.Object({
      username: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(['withdrawal_asked'])),
      cursor: Type.Optional(TimeCursor),
    }),
    response: Type.Array(StaffOrder),
  }),
  refund_order: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/refund',
    access: 'admin',
    summary: 'Refund an order, whole (access ends) or in part',
    params: IdParams,
    body: Type.Object({
      amount: Type.Optional(Amount),
      reason: visibleText(1000),
      /** Needed to give all of an order back after its withdrawal was declined. */
      after_decline: Type.Optional(Type.Boolean()),
    }),
    response: StaffOrder,
  }),
  decline_withdrawal: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/decline',
    access: 'admin',
    summary: 'Decline a withdrawal that waits: the fan keeps the ticket and reads the reason',
    params: IdParams,
    body: Type.Object({ reason: visibleText(1000) }),
    response: StaffOrder,
  }),
  list_unapplied_payments: endpoint({
    method: 'GET',
    path: '/admin/unapplied_payments',
    access: 'admin',
    summary: 'Money that was taken and opened nothing, newest first',
    query: Type.Object({ cursor: Type.Optional(TimeCursor) }),
    response: Type.Array(UnappliedPayment),
  }),
}

export type Checkout = Static<typeof Checkout>
export type Order = Static<typeof Order>
export type StaffOrder = Static<typeof StaffOrder>
export type UnappliedPayment = Static<typeof UnappliedPayment>
