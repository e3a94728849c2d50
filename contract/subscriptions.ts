import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PERIODS } from './limits.ts'
import { Amount, Id, MediaPath, nullable, oneOf, Time, UUID_PATTERN } from './schemas.ts'

export const Subscription = Type.Object({
  id: Id,
  profile_pic: nullable(MediaPath),
  profile_name: Type.String(),
  /** In words ("23 days"); absent when the subscription is over. */
  expires_in: Type.Optional(Type.String()),
  /** Until when one is let in without a break, or was: what begins when the present period ends belongs to it. */
  expires_at: Time,
})

const LIST_CURSOR_PATTERN = `^(ongoing|past)_\\d{1,15}_${UUID_PATTERN}$`

/** `gross` is what fans paid. It is the sum of the other four. */
const RevenueLines = { gross: Amount, vat: Amount, platform_fee: Amount, banking_fee: Amount, net: Amount }

export const Revenues = Type.Object({
  ...RevenueLines,
  active_subscribers: Type.Integer(),
  /** Whether any of it is the demo world's, and nobody's money. */
  is_sample: Type.Boolean(),
  /** "2026-11", by UTC, oldest first, from the first one with a payment to the present one, none left out. */
  months: Type.Array(Type.Object({ month: Type.String(), ...RevenueLines })),
  periods: Type.Array(Type.Object({ period: oneOf(PERIODS), count: Type.Integer(), ...RevenueLines })),
})

export const subscriptions = {
  list_subscriptions: endpoint({
    method: 'GET',
    path: '/subscriptions',
    access: 'member',
    summary: 'One’s subscriptions, one a creator: ongoing, the soonest end first, then past, the last end first',
    query: Type.Object({
      /** The last one that was listed: which of the two it was, its end in milliseconds, and its id. */
      cursor: Type.Optional(Type.String({ pattern: LIST_CURSOR_PATTERN })),
    }),
    response: Type.Array(Subscription),
  }),
  get_revenues: endpoint({
    method: 'GET',
    path: '/revenues',
    access: 'creator',
    summary: 'What a creator earned; `format=csv` answers text/csv',
    query: Type.Object({ format: Type.Optional(oneOf(['json', 'csv'])) }),
    response: Revenues,
    produces: ['application/json', 'text/csv'],
  }),
}

export type Subscription = Static<typeof Subscription>
export type Revenues = Static<typeof Revenues>
