import { type Static, Type } from 'typebox'
import { LABEL_MAX, MESSAGE_MAX } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, nullable, oneOf, Time, TimeCursor, visibleText } from './schemas.ts'

/** The parts of a creator's subscribers that can be written to. */
export const AUDIENCES = ['all', 'new_this_month', 'ending_in_7_days', 'label'] as const

const Audience = oneOf(AUDIENCES)

/** The server trims the text, and counts `{name}` as the longest name, before it checks MESSAGE_MAX. */
const Content = visibleText(MESSAGE_MAX * 2)

export const Broadcast = Type.Object({
  id: Id,
  audience: Audience,
  /** Of the audience `label`. */
  label: nullable(Type.String()),
  /** With the token `{name}`, as it was written. */
  content: Type.String(),
  state: oneOf(['planned', 'sending', 'sent', 'cancelled']),
  publish_at: Time,
  created_at: Time,
  /** How many people it is for. Before it starts: how many they were when it was asked for. */
  total: Type.Integer(),
  sent: Type.Integer(),
  /** People who could not be written to any more when it was their turn. */
  left_out: Type.Integer(),
})

const AudienceCount = Type.Object({
  audience: Audience,
  /** Of the audience `label`, which comes once for each label. */
  label: nullable(Type.String()),
  count: Type.Integer(),
})

const Audiences = Type.Object({
  audiences: Type.Array(AudienceCount),
  /** One of the subscribers, for the preview; null without any. */
  reader: nullable(Type.String()),
})

export const WelcomeMessage = Type.Object({
  enabled: Type.Boolean(),
  /** Empty until it was written. */
  content: Type.String(),
  /** Since the beginning of the month. */
  sent_this_month: Type.Integer(),
  /** How many of those who got it since then have written back. */
  answered_this_month: Type.Integer(),
  /** The last one who has read it, and when they got it. */
  last_reader: nullable(Type.Object({ username: Type.String(), sent_at: Time })),
})

export const broadcasts = {
  create_broadcast: endpoint({
    method: 'POST',
    path: '/broadcasts',
    access: 'creator',
    summary:
      'Write to many subscribers, one message each; `{name}` is the name of the reader. The same `client_id` again is the same broadcast (200)',
    body: Type.Object({
      audience: Audience,
      /** Required with the audience `label`. */
      label: Type.Optional(visibleText(LABEL_MAX)),
      content: Content,
      client_id: Id,
      /** To send it later. */
      publish_at: Type.Optional(Time),
    }),
    status: 201,
    response: Broadcast,
    also: { 200: 'It was asked for before' },
  }),
  list_broadcasts: endpoint({
    method: 'GET',
    path: '/broadcasts',
    access: 'creator',
    summary: 'What one wrote to many, newest first',
    query: Type.Object({ cursor: Type.Optional(TimeCursor) }),
    response: Type.Array(Broadcast),
  }),
  list_audiences: endpoint({
    method: 'GET',
    path: '/broadcasts/audiences',
    access: 'creator',
    summary: 'Whom one can write to, and how many they are now',
    response: Audiences,
  }),
  get_broadcast: endpoint({
    method: 'GET',
    path: '/broadcasts/{id}',
    access: 'creator',
    summary: 'How far a broadcast is',
    params: IdParams,
    response: Broadcast,
  }),
  cancel_broadcast: endpoint({
    method: 'POST',
    path: '/broadcasts/{id}/cancel',
    access: 'creator',
    summary: 'Take back what was planned; 422 once it has started',
    params: IdParams,
    response: Broadcast,
  }),
  get_welcome_message: endpoint({
    method: 'GET',
    path: '/welcome_message',
    access: 'creator',
    summary: 'What every new subscriber is sent once',
    response: WelcomeMessage,
  }),
  put_welcome_message: endpoint({
    method: 'PUT',
    path: '/welcome_message',
    access: 'creator',
    summary:
      'Write what every new subscriber is sent once, and switch it on or off; `{name}` is the name of the reader',
    body: Type.Object({
      enabled: Type.Boolean(),
      content: Type.String({ maxLength: MESSAGE_MAX * 2 }),
    }),
    response: WelcomeMessage,
  }),
}

export type AudienceName = (typeof AUDIENCES)[number]
export type Audiences = Static<typeof Audiences>
export type Broadcast = Static<typeof Broadcast>
export type WelcomeMessage = Static<typeof WelcomeMessage>
