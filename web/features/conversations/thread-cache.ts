import { type Conversation, type Message, THREAD_PAGE_SIZE } from '#contract/conversations.ts'
import type { LiveEvent } from '#contract/live.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import { withReaction } from './reactions/reactions.ts'

/** Optimistic entry: a message that was sent and not confirmed yet. */
export interface PendingMessage {
  client_id: string
  content: string
  sender_id: string
  created_at: string
  status: 'sending'
}

/** A message in the cache. `changed_at`: the logical time of the last live event about it. */
export type KnownMessage = Message & { changed_at?: number }

export interface Thread {
  conversation: Omit<Conversation, 'messages' | 'first_unread_id'>
  /** The messages of the server that are loaded, oldest first. Up to `complete_to` they are without a gap. */
  messages: KnownMessage[]
  /**
   * The newest message of the last fetch; empty if the conversation was empty. Messages after it arrived live, and some
   * between them may be missing: a process that cannot reach Redis still delivers the messages that are sent to itself.
   */
  complete_to: string
  pending: PendingMessage[]
  has_older: boolean
  /** The first message that was unread when it was fetched. A line is above it until the viewer writes or leaves. */
  unread_from?: string
}

/** A response, with the logical time of its request: it does not contain live events that happened after that. */
export interface Page {
  conversation: Conversation
  asked_at: number
}

/** Merges the newest page (the first one, or a refetch) and the pages that close the gap before it. */
export function withNewest(thread: Thread | undefined, page: Page, gapPages: readonly Page[] = []): Thread {
  const { messages: newest, first_unread_id, ...conversation } = page.conversation
  const merged = [page, ...gapPages].reduce(
    (known, { conversation, asked_at }) => merge(known, conversation.messages, asked_at),
    thread?.messages ?? [],
  )
  const isFirst = !thread || thread.messages.length === 0
  const oldest = gapPages.at(-1)?.conversation.messages ?? newest
  // A message that arrived live while the thread was open was on the screen, so the unread line does not begin at it.
  const arrivedLive = thread?.messages.some(({ id }) => id === first_unread_id)
  const unread_from = thread?.unread_from ?? (arrivedLive ? undefined : first_unread_id)
  return {
    conversation,
    messages: merged,
    complete_to: newest.at(-1)?.id ?? '',
    pending: stillPending(thread?.pending ?? [], merged),
    has_older: isFirst ? oldest.length >= THREAD_PAGE_SIZE : thread.has_older,
    ...(unread_from !== undefined && { unread_from }),
  }
}

/** Puts the unread line above this message, unless there is a line further up. */
export function withUnreadLine(thread: Thread, unread_from: string): Thread {
  return thread.unread_from === undefined ? { ...thread, unread_from } : thread
}

/** Removes the unread line: the messages below it have been read. */
export function withoutUnreadLine(thread: Thread): Thread {
  const { unread_from: _, ...rest } = thread
  return rest
}

/** Merges a page of older messages. */
export function withOlder(thread: Thread, page: Page): Thread {
  const { messages } = page.conversation
  return {
    ...thread,
    messages: merge(thread.messages, messages, page.asked_at),
    has_older: messages.length >= THREAD_PAGE_SIZE,
  }
}

/**
 * Gap detection: if a full page does not reach back to the messages that are complete, there may be more between them.
 * Returns the id before which to fetch, or null.
 */
export function gapBefore(thread: Thread | undefined, { messages }: Pick<Conversation, 'messages'>): string | null {
  const oldest = messages[0]
  if (!thread || !oldest || messages.length < THREAD_PAGE_SIZE) return null
  // Ids grow with time.
  return oldest.id > thread.complete_to ? oldest.id : null
}

/** If the first unread message is older than this page: the id before which to fetch; otherwise null. */
export function unreadBefore(first_unread_id: string | undefined, { messages }: Pick<Conversation, 'messages'>) {
  const oldest = messages[0]
  if (first_unread_id === undefined || !oldest || messages.length < THREAD_PAGE_SIZE) return null
  // Ids grow with time.
  return first_unread_id < oldest.id ? oldest.id : null
}

/** Drops the messages before a gap that could not be closed. They are fetched again on scrolling. */
export function cutBefore(thread: Thread, id: string): Thread {
  const from = thread.messages.findIndex((message) => message.id === id)
  return from <= 0 ? thread : { ...thread, messages: thread.messages.slice(from), has_older: true }
}

/** Adds an optimistic entry. A viewer who writes has read the thread, so the unread line is removed. */
export function withPending(thread: Thread, entry: PendingMessage): Thread {
  return {
    ...withoutUnreadLine(thread),
    pending: [...thread.pending.filter(({ client_id }) => client_id !== entry.client_id), entry],
  }
}

export function withoutPending(thread: Thread, client_id: string): Thread {
  return { ...thread, pending: thread.pending.filter((entry) => entry.client_id !== client_id) }
}

/** Replaces an optimistic entry by the server's message. With the time 0, live events that came before it win. */
export function withSent(thread: Thread, client_id: string, message: Message): Thread {
  return { ...withoutPending(thread, client_id), messages: merge(thread.messages, [message], 0) }
}

/** Reducer for live events. An unknown event, or one about a message that is not loaded, changes nothing. */
export function withEvent(thread: Thread, event: LiveEvent, user_id: string): Thread {
  switch (event.type) {
    case 'new_message':
      return withLiveMessage(thread, { ...event.message, is_own_message: event.message.sender_id === user_id })
    case 'reaction_added':
    case 'reaction_removed':
      return changeMessage(thread, event.message_id, ({ reactions }) => ({
        reactions: withReaction(reactions, event, user_id),
      }))
    case 'message_changed':
      return changeMessage(thread, event.message_id, () => ({ content: event.content, is_removed: event.is_removed }))
    case 'message_read':
      return withRead(thread, event.message_id, event.user_id)
    default:
      return thread
  }
}

/**
 * De-duplication: a live message replaces at most one optimistic entry: the one with its `client_id`, or, if the sender's
 * client sends none, the first with the same content and sender. Confirmed messages are never compared by content.
 */
function withLiveMessage(thread: Thread, message: Message): Thread {
  if (thread.messages.some(({ id }) => id === message.id)) return thread
  const entry = thread.pending.find(({ client_id, content, sender_id }) =>
    message.client_id === null
      ? content === message.content && sender_id === message.sender_id
      : client_id === message.client_id,
  )
  const merged = { ...thread, messages: merge(thread.messages, [message], 0) }
  return entry ? withoutPending(merged, entry.client_id) : merged
}

/** Marks as read all messages to this reader, up to this one. */
function withRead(thread: Thread, message_id: string, reader_id: string): Thread {
  const last = thread.messages.findIndex(({ id }) => id === message_id)
  const isNewlyRead = (message: Message, index: number) =>
    index <= last && message.sender_id !== reader_id && !message.is_read
  if (!thread.messages.some(isNewlyRead)) return thread
  return {
    ...thread,
    messages: thread.messages.map((message, index) =>
      isNewlyRead(message, index) ? { ...message, is_read: true, is_delivered: true } : message,
    ),
  }
}

export function changeMessage(
  thread: Thread,
  message_id: string,
  change: (message: KnownMessage) => Partial<Message>,
): Thread {
  if (!thread.messages.some(({ id }) => id === message_id)) return thread
  return {
    ...thread,
    messages: thread.messages.map((message) =>
      message.id === message_id ? { ...message, ...change(message), changed_at: logicalTime() } : message,
    ),
  }
}

/** Merges by id, and sorts. A read message stays read, and a live event that is newer than the request wins. */
function merge(known: readonly KnownMessage[], coming: readonly Message[], asked_at: number): KnownMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of coming) {
    const before = byId.get(message.id)
    byId.set(message.id, before ? mergeMessage(before, message, asked_at) : message)
  }
  return [...byId.values()].sort(byTime)
}

function mergeMessage(before: KnownMessage, coming: Message, asked_at: number): KnownMessage {
  const isNewerThanRequest = before.changed_at !== undefined && before.changed_at > asked_at
  return {
    ...coming,
    is_read: before.is_read || coming.is_read,
    is_delivered: before.is_delivered || coming.is_delivered,
    ...(isNewerThanRequest && {
      content: before.content,
      is_removed: before.is_removed,
      reactions: before.reactions,
      changed_at: before.changed_at,
    }),
  }
}

function stillPending(pending: readonly PendingMessage[], messages: readonly Message[]): PendingMessage[] {
  const arrived = new Set(messages.map(({ client_id }) => client_id))
  return pending.filter(({ client_id }) => !arrived.has(client_id))
}

/** Comparator: by time, then by id, because ids grow with time. */
function byTime(a: Message, b: Message): number {
  const [left, right] = a.created_at === b.created_at ? [a.id, b.id] : [a.created_at, b.created_at]
  if (left === right) return 0
  return left < right ? -1 : 1
}
