import { fillName } from '#contract/name-token.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { publishNewMessages } from '#server/domain/publish-messages.ts'
import type { Written } from '#server/store/conversations/message-writing.ts'
import { writeToFans } from '#server/store/conversations/messages-to-fans.ts'
import {
  deleteWelcomes,
  hasWaitingWelcomes,
  lockWelcomes,
  setWelcomesSent,
  type WaitingWelcome,
} from '#server/store/welcomes.ts'

const PEOPLE = 50
const BATCHES = 3

/**
 * Greets new subscribers. Their rows were written in the transaction that opened the access (outbox); the message and the end
 * of the row are one transaction too, so that each is greeted once.
 */
export async function sendWelcomes(ctx: Pick<Context, 'db' | 'live' | 'now'>): Promise<void> {
  if (!(await hasWaitingWelcomes(ctx.db))) return
  for (let batch = 0, count = PEOPLE; batch < BATCHES && count === PEOPLE; batch += 1) {
    const done = await ctx.db.begin(async (db) => await sendBatch(db, ctx.now()))
    count = done.count
    for (const { sender, written } of done.of_creators) publishNewMessages(ctx, sender, written)
  }
}

interface Sent {
  /** How many waited. */
  count: number
  of_creators: { sender: string; written: Written[] }[]
}

async function sendBatch(db: Tx, now: Date): Promise<Sent> {
  const waiting = await lockWelcomes(db, PEOPLE, now)
  const of_creators: Sent['of_creators'] = []
  const sent: string[] = []
  // In one order, so that two processes never wait for each other.
  for (const [creator_id, theirs] of [...byCreator(waiting)].sort(([a], [b]) => a.localeCompare(b))) {
    const messages = [...new Map(theirs.map((each) => [each.fan_id, each])).values()].flatMap(messageOf)
    const written = await writeToFans(db, creator_id, messages, now)
    sent.push(...written.flatMap(({ message }) => message?.client_id ?? []))
    of_creators.push({ sender: theirs[0]?.creator ?? '', written })
  }
  await setWelcomesSent(db, sent, now)
  // Whoever cannot be greeted now is not greeted later, when the subscription is not new any more.
  await deleteWelcomes(
    db,
    waiting.flatMap(({ id }) => (sent.includes(id) ? [] : [id])),
  )
  return { count: waiting.length, of_creators }
}

function byCreator(waiting: readonly WaitingWelcome[]): Map<string, WaitingWelcome[]> {
  return Map.groupBy(waiting, ({ creator_id }) => creator_id)
}

function messageOf({ id, fan_id, username, content, is_reached }: WaitingWelcome) {
  if (!is_reached || username === null || content === null) return []
  return [{ fan_id, content: fillName(content, username), client_id: id }]
}
