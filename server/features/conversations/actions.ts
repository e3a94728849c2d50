import {
  type CanMessage,
  type Conversation,
  type ConversationSummary,
  MESSAGE_MAX,
  type Message,
  type StartedConversation,
  UNREAD_BADGE_MAX,
} from '#contract/conversations.ts'
import type { NewMessageEvent } from '#contract/live.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { newMessageEvent } from '#server/live/live.ts'
import { cutPage, formatCursor, PAGE_ROWS, type Page, parseCursor } from '#server/paging.ts'
import {
  type ConversationRow,
  countUnread,
  findMayMessage,
  listConversations as listStoredConversations,
  markRead,
} from '#server/store/conversations/conversations.ts'
import { writeMessage } from '#server/store/conversations/message-batches.ts'
import { insertFirstMessage, type NewMessage, type Written } from '#server/store/conversations/message-writing.ts'
import { findFirstUnread, findNewMessage } from '#server/store/conversations/messages.ts'
import { findThread, type Marks, type Thread } from '#server/store/conversations/threads.ts'
import { markConversationNotices } from '#server/store/notices.ts'
import { cleanText } from '#server/text.ts'
import { presentConversation, presentMessage } from './present.ts'

/** A message that is sent again within this time is published again. */
const RETRY_MS = MINUTE_MS

/** With the number of unread messages in the whole list. */
export type ConversationPage = Page<ConversationSummary> & { unread: number }

export async function listConversations(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  as: 'fan' | 'creator',
  cursor: string | undefined,
): Promise<ConversationPage> {
  const after = parseCursor(cursor)
  const rows = await listStoredConversations(ctx.db, viewer.id, ctx.now(), { as, after })
  return presentPage(rows, await unreadOf(ctx, viewer, as, { rows, isFirst: after === undefined }))
}

/** The unread messages of a whole list: those of its first page if there is no other, otherwise they are counted. */
async function unreadOf(
  ctx: Pick<Context, 'db'>,
  viewer: Viewer,
  as: 'fan' | 'creator',
  { rows, isFirst }: { rows: ConversationRow[]; isFirst: boolean },
): Promise<number> {
  if (!isFirst || rows.length === PAGE_ROWS) return await countUnread(ctx.db, viewer.id, as)
  const unread = rows.reduce((sum, { unread_count }) => sum + unread_count, 0)
  return Math.min(unread, UNREAD_BADGE_MAX + 1)
}

export function presentPage(rows: ConversationRow[], unread: number): ConversationPage {
  const { page, last } = cutPage(rows)
  return {
    items: page.map((row) => presentConversation(row)),
    cursor: last && formatCursor({ at: last.last_message_at, id: last.id }),
    unread,
  }
}

export async function canMessage(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  creator_id: string,
): Promise<CanMessage> {
  if (isSame(creator_id, viewer.id)) return { can_message: false }
  const found = await findMayMessage(ctx.db, viewer.id, creator_id, ctx.now())
  if (found === undefined) throw notFound()
  const { may_message: can_message, conversation_id } = found
  return can_message && conversation_id !== null ? { can_message, conversation_id } : { can_message }
}

interface Wanted {
  /** Only messages before this one. */
  before?: string | undefined
  /** Whether the messages are marked as read. */
  marks: boolean
}

/**
 * The newest messages of a conversation, or older ones. With `marks`, the returned messages and all older ones are
 * marked as read.
 */
export async function readConversation(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  viewer: Viewer,
  id: string,
  { before, marks }: Wanted,
): Promise<Conversation> {
  const wanted = before === undefined ? 'newest' : { before }
  const thread = await findThread(ctx.db, { viewer_id: viewer.id, id, wanted }, ctx.now())
  if (!thread) throw notFound()
  // An empty page is correct before the first message. Otherwise `before` is not a message of this conversation.
  if (before !== undefined && thread.messages.length === 0) await refuseForeignMessage(ctx, viewer, id, before)
  const conversation = presentConversation(thread)
  if (!marks)
    return { ...conversation, messages: thread.messages.map((message) => presentMessage(viewer, thread, message)) }
  const newest = thread.messages.at(-1)?.position ?? 0
  const hasUnread = thread.unread_count > 0
  const first_unread_id = hasUnread ? await readUpTo(ctx, viewer, thread, newest) : undefined
  // What is unread may be told of in this moment; without anything unread there is nothing more to tell.
  if (hasUnread || thread.has_notices) await silenceNotices(ctx, viewer, thread.id)
  const seen = { ...thread, ...marksAt(viewer, thread, newest) }
  const messages = thread.messages.map((message) => presentMessage(viewer, seen, message))
  return { ...conversation, unread_count: 0, messages, ...(first_unread_id !== undefined && { first_unread_id }) }
}

async function refuseForeignMessage(
  { db, now }: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  conversation_id: string,
  id: string,
): Promise<void> {
  const found = await findThread(db, { viewer_id: viewer.id, id: conversation_id, wanted: { id } }, now())
  if (found?.messages.length !== 1) throw notFound()
}

/**
 * Marks the messages up to this position as read and publishes it to the other participant, unless the conversation is
 * closed. Returns the oldest message that was unread.
 */
async function readUpTo(
  ctx: Pick<Context, 'db' | 'live'>,
  viewer: Viewer,
  { id, fan_id, creator_id, fan_read, creator_read, writing }: Thread,
  position: number,
): Promise<string | undefined> {
  // It is looked up before the mark moves, by position, so that two devices that open the thread at the same time both
  // get it.
  const first_unread_id = await findFirstUnread(ctx.db, viewer.id, id, viewer.id === fan_id ? fan_read : creator_read)
  const message_id = await markRead(ctx.db, viewer.id, id, position)
  if (message_id === undefined) return first_unread_id
  const participants = writing === 'closed' ? [viewer.id] : [fan_id, creator_id]
  ctx.live.publish({
    kind: 'conversation',
    conversation_id: id,
    participants,
    event: { type: 'message_read', message_id, user_id: viewer.id },
  })
  return first_unread_id
}

/** Whoever reads a conversation has seen what its notices tell. */
async function silenceNotices(ctx: Pick<Context, 'db' | 'live' | 'now'>, viewer: Viewer, id: string): Promise<void> {
  const silenced = await markConversationNotices(ctx.db, viewer.id, id, ctx.now())
  // Updates the count of notices on all devices of the viewer.
  if (silenced > 0) ctx.live.publish({ kind: 'notices_changed', user_ids: [viewer.id] })
}

/** The viewer's marks after everything up to this position is shown to them. */
function marksAt(viewer: Viewer, { fan_id }: Thread, position: number): Partial<Marks> {
  return viewer.id === fan_id
    ? { fan_read: position, fan_delivered: position }
    : { creator_read: position, creator_delivered: position }
}

interface Input {
  content: string
  client_id?: string | undefined
}

/** Sends a message to a creator, in a new or an existing conversation. */
export async function startConversation(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  viewer: Viewer,
  { creator_id, ...input }: Input & { creator_id: string },
): Promise<StartedConversation> {
  const message = newMessage(ctx, viewer, input)
  if (isSame(creator_id, viewer.id)) throw invalid('creator_id', 'You cannot message yourself')
  const written = await insertFirstMessage(ctx.db, creator_id, message)
  if (!written) throw notFound()
  const { message: sent } = announce(ctx, viewer, written)
  if (!written.is_new) await announceAgain(ctx, sent.id)
  const conversation = await readConversation(ctx, viewer, written.conversation_id, { marks: false })
  return { ...conversation, started: written.is_first }
}

export async function sendMessage(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  viewer: Viewer,
  conversation_id: string,
  input: Input,
): Promise<Message> {
  const written = await writeMessage(ctx.db, { conversation_id, message: newMessage(ctx, viewer, input) })
  if (!written) throw notFound()
  const { message } = announce(ctx, viewer, written)
  if (written.is_new) return { ...message, is_own_message: true }
  await announceAgain(ctx, message.id)
  const wanted = { id: message.id }
  const thread = await findThread(ctx.db, { viewer_id: viewer.id, id: conversation_id, wanted }, ctx.now())
  const [known] = thread?.messages ?? []
  if (!thread || !known) throw notFound()
  return presentMessage(viewer, thread, known)
}

function newMessage({ now }: Pick<Context, 'now'>, viewer: Viewer, { content, client_id }: Input): NewMessage {
  const text = cleanText(content)
  // Counts code points, as the schemas do, and not UTF-16 units.
  if ([...text].length > MESSAGE_MAX) throw invalid('content', `A message has at most ${MESSAGE_MAX} characters`)
  return { sender_id: viewer.id, content: text, client_id, now: now() }
}

/** Publishes a new message to both participants. */
function announce(
  { live }: Pick<Context, 'live'>,
  viewer: Viewer,
  { conversation_id, fan_id, creator_id, message, is_new }: Written,
): NewMessageEvent {
  if (!message) throw new AppError('forbidden', 'You need an active subscription to message this creator')
  const event = newMessageEvent({ ...message, sender: viewer.username, sender_id: viewer.id })
  if (is_new) live.publish({ kind: 'conversation', conversation_id, participants: [fan_id, creator_id], event })
  return event
}

/**
 * Publishes a message again that its sender has sent again: the process that stored it may have been killed before it
 * published it. Whoever was told of it is not told again (`AnnouncedMessages`).
 */
async function announceAgain({ db, live, now }: Pick<Context, 'db' | 'live' | 'now'>, id: string): Promise<void> {
  const since = new Date(now().getTime() - RETRY_MS)
  const found = await findNewMessage(db, id, since)
  if (!found) return
  const { conversation_id, participants, ...message } = found
  live.publish({ kind: 'conversation', conversation_id, participants, event: newMessageEvent(message) })
}

function isSame(id: string, other: string): boolean {
  return id.toLowerCase() === other.toLowerCase()
}
