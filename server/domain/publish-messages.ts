import type { Context } from '#server/context.ts'
import { newMessageEvent } from '#server/live/live.ts'
import type { Written } from '#server/store/conversations/message-writing.ts'

/** Publishes what a creator has written to many, to both participants of each conversation. Call it after the commit. */
export function publishNewMessages({ live }: Pick<Context, 'live'>, sender: string, written: readonly Written[]): void {
  for (const { conversation_id, fan_id, creator_id, message, is_new } of written) {
    if (!message || !is_new) continue
    const event = newMessageEvent({ ...message, sender, sender_id: creator_id })
    live.publish({ kind: 'conversation', conversation_id, participants: [fan_id, creator_id], event })
  }
}
