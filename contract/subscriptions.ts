import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, MediaPath, nullable, Time, UUID_PATTERN } from './schemas.ts'

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
}

export type Subscription = Static<typeof Subscription>
