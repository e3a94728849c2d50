import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PERIODS } from './money.ts'
import { Id, nullable, oneOf, Time, TimeCursor } from './schemas.ts'

export const Subscriber = Type.Object({
  /** The fan's id. */
  id: Id,
  username: Type.String(),
  /** The beginning and the end of access without a gap, queued periods included. */
  since: Time,
  until: Time,
  /** What the present period is: a price option that was paid, or `granted` by the house. */
  kind: oneOf([...PERIODS, 'granted']),
  renews: Type.Boolean(),
  /** How many messages the two have written to each other. */
  messages: Type.Integer(),
  /** Null if there is none. */
  conversation_id: nullable(Id),
})

export const subscribers = {
  list_subscribers: endpoint({
    method: 'GET',
    path: '/subscribers',
    access: 'creator',
    summary:
      'Who subscribes to a creator now, newest first; X-Total-Count says how many; `format=csv` answers text/csv with all of them',
    query: Type.Object({
      /** A part of the name. */
      search: Type.Optional(Type.String({ maxLength: 100 })),
      cursor: Type.Optional(TimeCursor),
      format: Type.Optional(oneOf(['json', 'csv'])),
    }),
    response: Type.Array(Subscriber),
    produces: ['application/json', 'text/csv'],
  }),
}

export type Subscriber = Static<typeof Subscriber>
