import { type Static, Type } from 'typebox'
import { Message, ReactionCounts } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { Id, Time } from './schemas.ts'

/** The live socket, below the API host; it speaks `actioncable-v1-json`. */
export const CABLE_PATH = '/cable'
export const CONVERSATION_CHANNEL = 'ConversationChannel'
/** Additive: tells somebody which of their conversations changed, so that lists and badges follow. It has no parameters. */
export const INBOX_CHANNEL = 'InboxChannel'
/** Additive: what a client may perform on a conversation's channel. */
export const TYPING_ACTION = 'typing'

/** A broadcast is the same for everyone who gets it: what depends on the viewer is left out and worked out by the client. */
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
/** Additive: clients ignore what they do not know. */
export const TypingEvent = Type.Object({ type: Type.Literal('typing'), user_id: Id })
/** The user has read everything up to this message. */
export const MessageReadEvent = Type.Object({ type: Type.Literal('message_read'), message_id: Id, user_id: Id })

export const LiveEvent = Type.Union([
  NewMessageEvent,
  ReactionAddedEvent,
  ReactionRemovedEvent,
  TypingEvent,
  MessageReadEvent,
])

export const InboxEvent = Type.Union([
  Type.Object({ type: Type.Literal('conversation_changed'), conversation_id: Id }),
  /** One has a new notice, or has read some on another device. */
  Type.Object({ type: Type.Literal('notices_changed') }),
])

export const live = {
  /** Additive: the token itself goes on opening the socket. */
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
