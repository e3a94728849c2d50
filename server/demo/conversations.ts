import { HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { markRead } from '#server/store/conversations/conversations.ts'
import { insertFirstMessage, insertMessage } from '#server/store/conversations/message-writing.ts'
import { insertReaction } from '#server/store/conversations/reactions.ts'
import { earlier } from '#server/time.ts'
import { createDemoNotice } from './notices.ts'

interface DemoMessage {
  from: 'fan' | 'creator'
  content: string
  hours_ago: number
  /** The reactions of the two participants. */
  reactions?: { fan?: string[]; creator?: string[] }
}

interface DemoConversation {
  fan: string
  creator: string
  messages: DemoMessage[]
  /** The number of messages that each participant has read. */
  read: { fan: number; creator: number }
}

/** The message that its recipient has reported. */
export const THREAT = 'I know where you rehearse. I will wait outside.'

const DEMO_CONVERSATIONS: DemoConversation[] = [
  {
    fan: 'theomarchetti',
    creator: 'louverdier',
    messages: [
      { from: 'fan', content: 'Is the velvet from Lyon?', hours_ago: 290 },
      {
        from: 'creator',
        content: 'From Lyon, yes. The moths are local.',
        hours_ago: 288,
        reactions: { fan: ['😂'] },
      },
    ],
    read: { fan: 2, creator: 1 },
  },
  {
    fan: 'theomarchetti',
    creator: 'margauxlenoir',
    messages: [
      {
        from: 'fan',
        content: 'The blue rehearsal has stayed with me all day. Is the costume yours by now?',
        hours_ago: 75,
      },
      {
        from: 'creator',
        content: 'Not yet. It belongs to the dressmaker, and she knows it.',
        hours_ago: 74.5,
        reactions: { fan: ['😂'] },
      },
      { from: 'creator', content: 'Did you see the shadow on the back wall?', hours_ago: 26 },
      {
        from: 'fan',
        content: 'I did. It was half a beat late, and I loved it.',
        hours_ago: 25.5,
        reactions: { creator: ['❤️', '🔥'], fan: ['🔥'] },
      },
      { from: 'fan', content: 'I can only come on Sunday afternoon. Is that a lesser show?', hours_ago: 2 },
      { from: 'creator', content: 'Sunday is when the orchestra has slept.', hours_ago: 0.5 },
      { from: 'creator', content: 'Then come to the matinée. I will look for row G.', hours_ago: 0.48 },
    ],
    read: { fan: 5, creator: 5 },
  },
  {
    fan: 'noorhaddad',
    creator: 'margauxlenoir',
    messages: [
      { from: 'fan', content: 'Thank you for yesterday. The house was empty and still listening.', hours_ago: 50 },
      {
        from: 'creator',
        content: 'It always is.\nSend me the one with the open door?',
        hours_ago: 49,
        reactions: { fan: ['👍'] },
      },
    ],
    read: { fan: 2, creator: 1 },
  },
  {
    fan: 'yukiaoyama',
    creator: 'margauxlenoir',
    messages: [
      { from: 'fan', content: 'The bowl for your dressing room came out whole. Red, or ash?', hours_ago: 10 },
      {
        from: 'creator',
        content: 'The red one, please keep it for me.',
        hours_ago: 9,
        reactions: { fan: ['🎉'] },
      },
    ],
    read: { fan: 2, creator: 1 },
  },
  {
    fan: 'anasol',
    creator: 'margauxlenoir',
    messages: [
      { from: 'fan', content: 'I sang in your house once, and the piano was honest. Who tunes it?', hours_ago: 3.2 },
      { from: 'fan', content: 'I can send you the score, if you like.', hours_ago: 3.1 },
    ],
    read: { fan: 0, creator: 0 },
  },
  {
    fan: 'willhart',
    creator: 'margauxlenoir',
    messages: [
      { from: 'fan', content: 'Which door do you leave by?', hours_ago: 75 },
      { from: 'creator', content: 'The doors open at seven, the front ones.', hours_ago: 74 },
      { from: 'fan', content: THREAT, hours_ago: 73 },
    ],
    read: { fan: 2, creator: 3 },
  },
]

/**
 * Uses the same functions as members, with earlier times, so the same rules apply: without a subscription at that time
 * the insert fails. Returns the ids of the messages by their content.
 */
export async function createDemoConversations(
  db: Tx,
  now: Date,
  idOf: (username: string) => string,
): Promise<Map<string, string>> {
  const ids_by_content = new Map<string, string>()
  for (const { fan, creator, messages, read } of DEMO_CONVERSATIONS) {
    const ids = { fan: idOf(fan), creator: idOf(creator) }
    let conversation_id = ''
    for (const { from, content, hours_ago, reactions = {} } of messages) {
      const at = earlier(now, hours_ago * HOUR_MS)
      const message = { sender_id: ids[from], content, client_id: undefined, now: at }
      const written = conversation_id
        ? await insertMessage(db, conversation_id, message)
        : await insertFirstMessage(db, ids.creator, message)
      if (!written?.message) throw new Error(`${fan} could not have written to ${creator}`)
      conversation_id = written.conversation_id
      ids_by_content.set(content, written.message.id)
      for (const who of ['fan', 'creator'] as const) {
        const common = { conversation_id, message_id: written.message.id, user_id: ids[who], now: at }
        for (const emoji of reactions[who] ?? []) await insertReaction(db, { ...common, emoji })
      }
    }
    for (const who of ['fan', 'creator'] as const) {
      await markRead(db, ids[who], conversation_id, read[who])
      const first = messages.slice(read[who]).find(({ from }) => from !== who)
      if (!first) continue
      const told = { conversation_id, about_id: ids[first.from], created_at: earlier(now, first.hours_ago * HOUR_MS) }
      await createDemoNotice(db, { ...told, user_id: ids[who], kind: 'new_message' }, { read: false })
    }
  }
  return ids_by_content
}
