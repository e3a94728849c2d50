import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, MediaPath, nullable, Time, UUID_PATTERN } from './schemas.ts'

export const Subscription = Type.Object({
  id: Id,
  profile_pic: nullable(MediaPath),
  profile_name: Type.String(),
  /** For example "23 days"; absent if the subscription has ended. */
  expires_in: Type.Optional(Type.String()),
  /** The end of access without a gap: queued periods that follow the active one are included. */
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
      /** The keyset cursor: active or ended, the end in milliseconds, and the id of the last row. */
      cursor: Type.Optional(Type.String({ pattern: LIST_CURSOR_PATTERN })),
    }),
    response: Type.Array(Subscription),
  }),
}

export type Subscription = Static<typeof Subscription>
