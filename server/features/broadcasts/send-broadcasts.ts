import { fillName } from '#contract/name-token.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { publishNewMessages } from '#server/domain/publish-messages.ts'
import {
  hasDueBroadcast,
  lockDueBroadcast,
  saveBatch,
  startBroadcast,
  takeRecipients,
} from '#server/store/broadcasts.ts'
import type { Written } from '#server/store/conversations/message-writing.ts'
import { writeToFans } from '#server/store/conversations/messages-to-fans.ts'

const PEOPLE = 50
/** So that writing to many leaves the database to others in between: 150 messages in two seconds. */
const BATCHES = 3

/**
 * Sends what creators write to many, in batches. A batch, who was taken off the list and how far it came are one
 * transaction: whoever is killed in between, and however many processes do it, each recipient gets one message. Each is
 * judged when it is written.
 */
export async function sendBroadcasts(ctx: Pick<Context, 'db' | 'live' | 'now'>): Promise<void> {
  if (!(await hasDueBroadcast(ctx.db, ctx.now()))) return
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const done = await ctx.db.begin(async (db) => await sendBatch(db, ctx.now()))
    if (!done) return
    publishNewMessages(ctx, done.sender, done.written)
  }
}

/** Undefined if nothing is due that no other process sends. */
async function sendBatch(db: Tx, now: Date): Promise<{ sender: string; written: Written[] } | undefined> {
  const broadcast = await lockDueBroadcast(db, now)
  if (!broadcast) return undefined
  if (!broadcast.started_at) await startBroadcast(db, broadcast, now)
  const recipients = await takeRecipients(db, broadcast, PEOPLE, now)
  const messages = recipients.flatMap(({ fan_id, username, is_reached }) =>
    is_reached && username !== null
      ? [{ fan_id, content: fillName(broadcast.content, username), client_id: broadcast.id }]
      : [],
  )
  const written = await writeToFans(db, broadcast.creator_id, messages, now)
  const sent = written.filter(({ message }) => message).length
  const ended_at = recipients.length < PEOPLE ? now : null
  await saveBatch(db, broadcast.id, { sent, left_out: recipients.length - sent, ended_at })
  return { sender: broadcast.username ?? '', written }
}
