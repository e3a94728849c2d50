import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Id, IdParams, MediaPath, nullable, oneOf, Time, UUID_PATTERN } from './schemas.ts'

/** What was paid for a subscription, and whether it renews. */
export const Ticket = Type.Object({
  /** `stopped` was renewing until somebody stopped it; `granted` was given by the house. */
  kind: oneOf(['single', 'renewing', 'stopped', 'granted']),
  /** The last order; null for a grant. */
  order_id: nullable(Id),
  /** When it is charged next, and how much with VAT. */
  renews_at: nullable(Time),
  renewal_price: nullable(Amount),
  /** The last renewal failed: access ends then, unless it is paid. */
  grace_until: nullable(Time),
  refunded_at: nullable(Time),
  /** Of the last order: staff were asked to withdraw from it. `declined_at` is null while it waits. */
  withdrawal: nullable(Type.Object({ asked_at: Time, declined_at: nullable(Time) })),
  /** The last four digits of the card. */
  card: nullable(Type.String()),
  /** The lowest price of this creator without VAT; null if nothing can be bought from them. */
  again_from: nullable(Amount),
})

export const Subscription = Type.Object({
  id: Id,
  profile_pic: nullable(MediaPath),
  profile_name: Type.String(),
  /** For example "23 days"; absent if the subscription has ended. */
  expires_in: Type.Optional(Type.String()),
  /** The end of access without a gap: queued periods that follow the active one are included. */
  expires_at: Time,
  /** Only with a payment provider. */
  ticket: Type.Optional(Ticket),
})

const LIST_CURSOR_PATTERN = `^(ongoing|past)_\\d{1,15}_${UUID_PATTERN}$`

export const subscriptions = {
  list_subscriptions: endpoint({
    method: 'GET',
    path: '/subscriptions',
    access: 'member',
    summary: 'One’s subscriptions, one a creator: ongoing, the soonest end first, then past, the last end first',
    query: Type.Object({
      /** The keyset cursor: active or ended, the end in milliseconds, and the id of the last row. */
      cursor: Type.Optional(Type.String({ pattern: LIST_CURSOR_PATTERN })),
    }),
    response: Type.Array(Subscription),
  }),
  cancel_subscription: endpoint({
    method: 'POST',
    path: '/subscriptions/{id}/cancel',
    access: 'member',
    summary: 'Stop renewing: access stays until the end of what was paid',
    params: IdParams,
    response: Subscription,
  }),
  resume_subscription: endpoint({
    method: 'POST',
    path: '/subscriptions/{id}/resume',
    access: 'member',
    summary: 'Renew again, before the end of what was paid',
    params: IdParams,
    response: Subscription,
  }),
  manage_subscription: endpoint({
    method: 'POST',
    path: '/subscriptions/{id}/portal',
    access: 'member',
    summary: 'The address of the provider’s page to change the card or pay what failed',
    params: IdParams,
    response: Type.Object({ url: Type.String() }),
  }),
}

export type Ticket = Static<typeof Ticket>
export type Subscription = Static<typeof Subscription>
