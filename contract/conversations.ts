import { type Static, Type } from 'typebox'
import { endpoint, type Output } from './endpoint.ts'
import { Id, IdParams, MediaPath, nullable, oneOf, recordOf, Time, TimeCursor, visibleText } from './schemas.ts'

/** The longest label of a fan. */
export const LABEL_MAX = 30
export const MESSAGE_MAX = 2000
export const THREAD_PAGE_SIZE = 50
/** Badges show "N+" above this number, so nothing is counted further. */
export const UNREAD_BADGE_MAX = 99
export const REACTIONS = ['👍', '👎', '❤️', '😂', '😮', '😢', '😡', '🎉', '🔥', '💯'] as const

export const ReactionCounts = recordOf(Type.Integer())

export const Reactions = Type.Object({
  counts: ReactionCounts,
  user_reactions: Type.Array(Type.String()),
  total_count: Type.Integer(),
})

export const Message = Type.Object({
  id: Id,
  content: Type.String(),
  /** The sender's username. */
  sender: Type.String(),
  sender_id: Id,
  created_at: Time,
  is_own_message: Type.Boolean(),
  is_read: Type.Boolean(),
  is_delivered: Type.Boolean(),
  reactions: Reactions,
  client_id: nullable(Id),
  /** Staff have removed it: the content is a placeholder, and nobody can react to it. */
  is_removed: Type.Boolean(),
})

/** Which conversations of an inbox a creator wants to see. */
const INBOX_FILTERS = ['unread', 'unanswered', 'subscribers', 'ended'] as const
/** What a fan is to the creator: `ended` has had a subscription. */
const FAN_STATES = ['subscriber', 'ended', 'none'] as const
export const INBOX_SEARCH_MAX = 100

/** A message that a search has found. */
const FoundMessage = Type.Object({ id: Id, content: Type.String(), created_at: Time, sender_id: Id })

const ConversationSummary = Type.Object({
  id: Id,
  creator_id: Id,
  creator: Type.Object({
    username: Type.String(),
    /** If true, the name is `member` and there is no profile to link to: the account is gone, or blocks the viewer. */
    is_deleted: Type.Boolean(),
    profile: Type.Object({ name: Type.String(), profile_pic: nullable(MediaPath) }),
  }),
  initiator: Type.Object({
    username: Type.String(),
    is_deleted: Type.Boolean(),
    /** The portrait of a fan who has a page of their own, while the conversation is not closed. */
    profile_pic: Type.Optional(MediaPath),
  }),
  unread_count: Type.Integer(),
  last_message: nullable(
    Type.Object({ content: Type.String(), created_at: Time, sender_id: Id, is_removed: Type.Boolean() }),
  ),
  can_send_messages: Type.Boolean(),
  /** Nobody can write or react: the other participant is gone, or one of the two blocks the other. */
  is_closed: Type.Boolean(),
  /** The viewer blocks the other participant. Nobody learns that they are blocked. */
  is_blocked: Type.Boolean(),
  /** The creator's labels on the fan; only in the list of received conversations. */
  labels: Type.Optional(Type.Array(Type.String())),
  fan_state: Type.Optional(oneOf(FAN_STATES)),
  /** The newest message with the words of the search. */
  found: Type.Optional(FoundMessage),
})

export const Conversation = Type.Object({
  ...ConversationSummary.properties,
  messages: Type.Array(Message),
  /** The oldest message that this request has marked as read; absent if none was. */
  first_unread_id: Type.Optional(Id),
})

const StartedConversation = Type.Object({
  ...Conversation.properties,
  /** False if the message was appended to an existing conversation. */
  started: Type.Boolean(),
})

const CanMessage = Type.Object({
  can_message: Type.Boolean(),
  /** The existing conversation, if the viewer may write in it. */
  conversation_id: Type.Optional(Id),
})

/** The server trims the text before it checks MESSAGE_MAX, so surrounding spaces may exceed it. */
const Content = visibleText(MESSAGE_MAX * 2)
const ClientId = Type.Optional(Id)
const MessageParams = Type.Object({ id: Id, messageId: Id })
const ListQuery = Type.Object({ cursor: Type.Optional(TimeCursor) })
const OwnQuery = Type.Object({
  ...ListQuery.properties,
  /** The name of the creator, or words of a message. */
  search: Type.Optional(Type.String({ maxLength: INBOX_SEARCH_MAX })),
})
const InboxQuery = Type.Object({
  ...ListQuery.properties,
  filter: Type.Optional(oneOf(INBOX_FILTERS)),
  /** Only fans who carry this label. */
  label: Type.Optional(visibleText(LABEL_MAX * 2)),
  /** The name or a label of the fan, or words of a message. */
  search: Type.Optional(Type.String({ maxLength: INBOX_SEARCH_MAX })),
})

export const conversations = {
  list_conversations: endpoint({
    method: 'GET',
    path: '/conversations',
    access: 'member',
    summary:
      'Conversations one started, the last written in first, with a search; X-Unread-Count says how many messages wait, at most 100',
    query: OwnQuery,
    response: Type.Array(ConversationSummary),
  }),
  list_received_conversations: endpoint({
    method: 'GET',
    path: '/conversations/received',
    access: 'creator',
    summary:
      'Conversations a creator received, the last written in first, with a filter and a search; X-Unread-Count says how many messages wait, at most 100',
    query: InboxQuery,
    response: Type.Array(ConversationSummary),
  }),
  get_conversation: endpoint({
    method: 'GET',
    path: '/conversations/{id}',
    access: 'member',
    summary: 'A conversation with its newest messages, oldest first; marks what came in as read',
    params: IdParams,
    query: Type.Object({
      /** Only messages older than this one. Then nothing is marked as read. */
      before: Type.Optional(Id),
    }),
    response: Conversation,
  }),
  search_messages: endpoint({
    method: 'GET',
    path: '/conversations/{id}/messages',
    access: 'member',
    summary: 'The messages of one’s own conversation that have all of these words, newest first',
    params: IdParams,
    query: Type.Object({
      search: visibleText(INBOX_SEARCH_MAX),
      /** Only messages older than this one. */
      cursor: Type.Optional(Id),
    }),
    response: Type.Array(Type.Object({ ...FoundMessage.properties, is_own_message: Type.Boolean() })),
  }),
  can_message: endpoint({
    method: 'GET',
    path: '/conversations/can_message/{creatorId}',
    access: 'member',
    summary: 'Whether one may write to this creator',
    params: Type.Object({ creatorId: Id }),
    response: CanMessage,
  }),
  create_conversation: endpoint({
    method: 'POST',
    path: '/conversations',
    access: 'member',
    summary: 'Write to a creator; appends to the conversation where there is one',
    body: Type.Object({ creator_id: Id, content: Content, client_id: ClientId }),
    status: 201,
    response: StartedConversation,
  }),
  send_message: endpoint({
    method: 'POST',
    path: '/conversations/{id}/messages',
    access: 'member',
    summary: 'Send a message',
    params: IdParams,
    body: Type.Object({ content: Content, client_id: ClientId }),
    status: 201,
    response: Message,
  }),
  add_reaction: endpoint({
    method: 'POST',
    path: '/conversations/{id}/messages/{messageId}/reactions',
    access: 'member',
    summary: 'React to a message',
    params: MessageParams,
    body: Type.Object({ emoji: Type.String({ maxLength: 20 }) }),
    response: Reactions,
  }),
  remove_reaction: endpoint({
    method: 'DELETE',
    path: '/conversations/{id}/messages/{messageId}/reactions/{emoji}',
    access: 'member',
    summary: 'Take a reaction back',
    params: Type.Object({ ...MessageParams.properties, emoji: Type.String({ maxLength: 60 }) }),
    response: Reactions,
  }),
}

export type Message = Static<typeof Message>
export type Reactions = Static<typeof Reactions>
export type Conversation = Static<typeof Conversation>
export type FoundMessage = Output<typeof conversations.search_messages>[number]
export type CanMessage = Static<typeof CanMessage>
export type StartedConversation = Static<typeof StartedConversation>
export type InboxFilter = (typeof INBOX_FILTERS)[number]
export type FanState = (typeof FAN_STATES)[number]
export type ConversationSummary = Static<typeof ConversationSummary>
