import type { Conversation, Message } from '#contract/conversations.ts'
import type { LiveEvent } from '#contract/live.ts'
import { MINUTE_MS } from '#contract/time.ts'

/** A conversation as the web app knows it: Amy, the creator, and Bob, her fan. */
export const AMY = 'amy'
export const BOB = 'bob'

const START = Date.parse('2026-11-16T12:00:00.000Z')

/** The message with this number. Messages are a minute apart. */
export function message(number: number, parts: Partial<Message> = {}): Message {
  const sender_id = parts.sender_id ?? AMY
  return {
    id: `m${String(number).padStart(5, '0')}`,
    content: `Message ${number}`,
    sender: sender_id,
    sender_id,
    created_at: new Date(START + number * MINUTE_MS).toISOString(),
    is_own_message: sender_id === BOB,
    is_read: false,
    is_delivered: false,
    reactions: { counts: {}, user_reactions: [], total_count: 0 },
    client_id: null,
    is_removed: false,
    ...parts,
  }
}

/** The messages from one number to another. */
export function messages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
}

export function conversation(written: Message[], parts: Partial<Conversation> = {}): Conversation {
  return {
    id: 'c1',
    creator_id: AMY,
    creator: { username: 'amy', is_deleted: false, profile: { name: 'amy', profile_pic: null } },
    initiator: { username: 'bob', is_deleted: false },
    unread_count: 0,
    last_message: null,
    can_send_messages: true,
    is_closed: false,
    is_blocked: false,
    messages: written,
    ...parts,
  }
}

/** The live event of a message, without fields that depend on the viewer. */
export function newMessage({ is_own_message: _, ...neutral }: Message): LiveEvent {
  return { type: 'new_message', message: neutral }
}
