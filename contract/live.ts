import { type Static, Type } from 'typebox'
import { Message, ReactionCounts } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { Id, Time } from './schemas.ts'

/** The path of the live socket below the API host. Its protocol is `actioncable-v1-json`. */
export const CABLE_PATH = '/cable'
export const CONVERSATION_CHANNEL = 'ConversationChannel'
/** An addition to the specification: events about all conversations of a user, for lists and badges. No parameters. */
export const INBOX_CHANNEL = 'InboxChannel'
/** An addition to the specification: the action of a client on a conversation channel. */
export const TYPING_ACTION = 'typing'

/** A broadcast is the same for all recipients, so fields that depend on the viewer are left to the client. */
const { is_own_message: _, ...viewerNeutral } = Message.properties
const LiveMessage = Type.Object(viewerNeutral)

export const NewMessageEvent = Type.Object({ type: Type.Literal('new_message'), message: LiveMessage })

const reactionEvent = {
  message_id: Id,
  emoji: Type.String(),
  reaction_counts: ReactionCounts,
  total_reactions: Type.Integer(),
  user_id: Id,
}
export const ReactionAddedEvent = Type.Object({ type: Type.Literal('reaction_added'), ...reactionEvent })
export const ReactionRemovedEvent = Type.Object({ type: Type.Literal('reaction_removed'), ...reactionEvent })
/** An addition to the specification: clients ignore unknown events. */
export const TypingEvent = Type.Object({ type: Type.Literal('typing'), user_id: Id })
/** The user has read everything up to this message. */
export const MessageReadEvent = Type.Object({ type: Type.Literal('message_read'), message_id: Id, user_id: Id })

/** An addition to the specification: staff have removed a message, or restored it. */
const MessageChangedEvent = Type.Object({
  type: Type.Literal('message_changed'),
  message_id: Id,
  content: Type.String(),
  is_removed: Type.Boolean(),
})

export const LiveEvent = Type.Union([
  NewMessageEvent,
  ReactionAddedEvent,
  ReactionRemovedEvent,
  TypingEvent,
  MessageReadEvent,
  MessageChangedEvent,
])

export const InboxEvent = Type.Union([
  Type.Object({ type: Type.Literal('conversation_changed'), conversation_id: Id }),
  /** There is a new notice, or notices were read on another device. */
  Type.Object({ type: Type.Literal('notices_changed') }),
  /** The user blocked, unblocked, muted or unmuted somebody on another device. The other person hears nothing. */
  Type.Object({ type: Type.Literal('blocks_changed') }),
  /** A payment, a refund or a renewal has opened something for the user, or closed it. */
  Type.Object({ type: Type.Literal('subscriptions_changed') }),
])

export const live = {
  /** An addition to the specification: the session token still works as well. */
  create_cable_ticket: endpoint({
    method: 'POST',
    path: '/cable_tickets',
    access: 'member',
    summary: 'A ticket that opens the live socket once within a minute, in place of the token in its address',
    status: 201,
    response: Type.Object({ ticket: Type.String(), expires_at: Time }),
  }),
}

export type InboxEvent = Static<typeof InboxEvent>
export type LiveEvent = Static<typeof LiveEvent>
export type NewMessageEvent = Static<typeof NewMessageEvent>
