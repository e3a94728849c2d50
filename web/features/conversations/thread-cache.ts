import type { Conversation, Message } from '#contract/conversations.ts'
import { THREAD_PAGE_SIZE } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/live.ts'
import { moment } from '#web/lib/queries/freshness.ts'
import { withReaction } from './reactions/reactions.ts'

/** An entry that is on its way. */
export interface PendingMessage {
  client_id: string
  content: string
  sender_id: string
  created_at: string
  status: 'sending'
}

/** A message as it is known here; `changed_at` says when something newer than its page was heard of it. */
export type KnownMessage = Message & { changed_at?: number }

export interface Thread {
  conversation: Omit<Conversation, 'messages' | 'first_unread_id'>
  /** What the server has, oldest first, without a gap. */
  messages: KnownMessage[]
  pending: PendingMessage[]
  has_older: boolean
  /** The first message that was unread when it was fetched; a line stands above it until somebody writes or leaves. */
  unread_from?: string
}

/** An answer of the server, with the moment it was asked for: what was heard since it does not know. */
export interface Page {
  conversation: Conversation
  asked_at: number
}

/** Takes in the newest page, the first there is or one that was asked for to catch up, and those that close a gap. */
export function withNewest(thread: Thread | undefined, page: Page, between: readonly Page[] = []): Thread {
  const { messages: newest, first_unread_id, ...conversation } = page.conversation
  const merged = [page, ...between].reduce(
    (known, { conversation, asked_at }) => merge(known, conversation.messages, asked_at),
    thread?.messages ?? [],
  )
  const isFirst = !thread || thread.messages.length === 0
  const oldest = between.at(-1)?.conversation.messages ?? newest
  // What somebody has heard live, with the thread in front of them, is marked as read but was never missed.
  const isHeard = thread?.messages.some(({ id }) => id === first_unread_id)
  const unread_from = thread?.unread_from ?? (isHeard ? undefined : first_unread_id)
  return {
    conversation,
    messages: merged,
    pending: stillPending(thread?.pending ?? [], merged),
    has_older: isFirst ? oldest.length >= THREAD_PAGE_SIZE : thread.has_older,
    ...(unread_from !== undefined && { unread_from }),
  }
}

/** Draws the line above this message, unless it stands further up. */
export function withUnreadFrom(thread: Thread, unread_from: string): Thread {
  return thread.unread_from === undefined ? { ...thread, unread_from } : thread
}

/** Takes the line away: what stands below it has been read. */
export function withoutUnread(thread: Thread): Thread {
  const { unread_from: _, ...rest } = thread
  return rest
}

/** Takes in a page of what was written before. */
export function withOlder(thread: Thread, page: Page): Thread {
  const { messages } = page.conversation
  return {
    ...thread,
    messages: merge(thread.messages, messages, page.asked_at),
    has_older: messages.length >= THREAD_PAGE_SIZE,
  }
}

/**
 * Where a page does not reach back to what was known, so much was missed that something may lie in between: the id to
 * ask for what came before it, or null.
 */
export function gapBefore(thread: Thread | undefined, { messages }: Pick<Conversation, 'messages'>): string | null {
  const oldest = messages[0]
  if (!thread || !oldest || messages.length < THREAD_PAGE_SIZE) return null
  const isKnown = thread.messages.some(({ id }) => id === oldest.id)
  const hasOlder = thread.messages.some((known) => inOrder(known, oldest) < 0)
  return !isKnown && hasOlder ? oldest.id : null
}

/** Where the first unread message lies before this page: the id to ask for what came before it, or null. */
export function unreadBefore(first_unread_id: string | undefined, { messages }: Pick<Conversation, 'messages'>) {
  const oldest = messages[0]
  if (first_unread_id === undefined || !oldest || messages.length < THREAD_PAGE_SIZE) return null
  // Ids grow with time.
  return first_unread_id < oldest.id ? oldest.id : null
}

/** Forgets what lies before a page that could not be joined to it; it is fetched again by who scrolls there. */
export function cutBefore(thread: Thread, id: string): Thread {
  const from = thread.messages.findIndex((message) => message.id === id)
  return from <= 0 ? thread : { ...thread, messages: thread.messages.slice(from), has_older: true }
}

/** Who writes has read what is there. */
export function withPending(thread: Thread, entry: PendingMessage): Thread {
  return {
    ...withoutUnread(thread),
    pending: [...thread.pending.filter(({ client_id }) => client_id !== entry.client_id), entry],
  }
}

export function withoutPending(thread: Thread, client_id: string): Thread {
  return { ...thread, pending: thread.pending.filter((entry) => entry.client_id !== client_id) }
}

/** The server's message takes the place of the entry that announced it; whatever was heard of it already is newer. */
export function withSent(thread: Thread, client_id: string, message: Message): Thread {
  return { ...withoutPending(thread, client_id), messages: merge(thread.messages, [message], 0) }
}

/** Takes in what came over the live connection. What this client does not know changes nothing. */
export function withEvent(thread: Thread, event: LiveEvent, user_id: string): Thread {
  switch (event.type) {
    case 'new_message':
      return withLiveMessage(thread, { ...event.message, is_own_message: event.message.sender_id === user_id })
    case 'reaction_added':
    case 'reaction_removed':
      return changeMessage(thread, event.message_id, ({ reactions }) => ({
        reactions: withReaction(reactions, event, user_id),
      }))
    case 'message_read':
      return withRead(thread, event.message_id, event.user_id)
    default:
      return thread
  }
}

/**
 * One live message stands for at most one entry on its way: the one with its `client_id`, or, where the sender's program
 * sends none, the first of the same words and the same sender. Messages the server has are never compared by words.
 */
function withLiveMessage(thread: Thread, message: Message): Thread {
  if (thread.messages.some(({ id }) => id === message.id)) return thread
  const announced = thread.pending.find((entry) =>
    message.client_id === null
      ? entry.content === message.content && entry.sender_id === message.sender_id
      : entry.client_id === message.client_id,
  )
  const joined = { ...thread, messages: merge(thread.messages, [message], 0) }
  return announced ? withoutPending(joined, announced.client_id) : joined
}

/** Somebody has read everything that was written to them up to this message. */
function withRead(thread: Thread, message_id: string, reader_id: string): Thread {
  const last = thread.messages.findIndex(({ id }) => id === message_id)
  const isNew = (message: Message, index: number) =>
    index <= last && message.sender_id !== reader_id && !message.is_read
  if (!thread.messages.some(isNew)) return thread
  return {
    ...thread,
    messages: thread.messages.map((message, index) =>
      isNew(message, index) ? { ...message, is_read: true, is_delivered: true } : message,
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
      message.id === message_id ? { ...message, ...change(message), changed_at: moment() } : message,
    ),
  }
}

/** By id, in order. What is read stays read, and what was heard of a message after the page was asked for stays too. */
function merge(known: readonly KnownMessage[], coming: readonly Message[], asked_at: number): KnownMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of coming) {
    const before = byId.get(message.id)
    byId.set(message.id, before ? latest(before, message, asked_at) : message)
  }
  return [...byId.values()].sort(inOrder)
}

function latest(before: KnownMessage, coming: Message, asked_at: number): KnownMessage {
  const isOverheard = before.changed_at !== undefined && before.changed_at > asked_at
  return {
    ...coming,
    is_read: before.is_read || coming.is_read,
    is_delivered: before.is_delivered || coming.is_delivered,
    ...(isOverheard && { reactions: before.reactions, changed_at: before.changed_at }),
  }
}

function stillPending(pending: readonly PendingMessage[], messages: readonly Message[]): PendingMessage[] {
  const arrived = new Set(messages.map(({ client_id }) => client_id))
  return pending.filter(({ client_id }) => !arrived.has(client_id))
}

/** By time, and by id where the time is the same: ids grow as well. */
function inOrder(a: Message, b: Message): number {
  const [left, right] = a.created_at === b.created_at ? [a.id, b.id] : [a.created_at, b.created_at]
  if (left === right) return 0
  return left < right ? -1 : 1
}
