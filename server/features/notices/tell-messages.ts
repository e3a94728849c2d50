import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import {
  beginTelling,
  findUntold,
  lockTelling,
  saveTold,
  takeUntold,
} from '#server/store/conversations/told-messages.ts'
import { firstId, newId } from '#server/store/ids.ts'
import { earlier, later } from '#server/time.ts'

/** Whoever has the thread open has read a message by then, and is told nothing. */
const UNREAD_MS = 5 * SECOND_MS
/** A message can be committed after a newer one was seen, and the clocks of processes differ: so much is looked at again. */
const OVERLAP_MS = 30 * SECOND_MS
/** At the first start, older messages are not told. */
const FIRST_MS = HOUR_MS
const CONVERSATIONS = 500

type Telling = Pick<Context, 'db' | 'live' | 'now'>

/**
 * Tells people of messages that they have not read, once for each conversation until they read it. Sending a message does
 * not wait for it: it looks for what was written since the last time. One process does it at a time.
 */
export async function tellMessages(ctx: Telling): Promise<void> {
  // The first moment whose messages are too young.
  const before = later(earlier(ctx.now(), UNREAD_MS), 1)
  await beginTelling(ctx.db, earlier(before, FIRST_MS))
  const from = await findUntold(ctx.db, before)
  if (from === undefined) return
  for (let count = CONVERSATIONS; count === CONVERSATIONS; ) {
    const told = await ctx.db.begin(async (db) => await tellBatch(db, { from, before, now: ctx.now() }))
    if (!told) return
    count = told.length
    if (count > 0) ctx.live.publish({ kind: 'notices_changed', user_ids: told })
  }
}

/** Who was told; undefined if another process does it. The last batch moves the beginning of the next round. */
async function tellBatch(
  db: Tx,
  { from, before, now }: { from: string; before: Date; now: Date },
): Promise<string[] | undefined> {
  if (!(await lockTelling(db))) return undefined
  const untold = await takeUntold(db, { from, before: firstId(before) }, CONVERSATIONS)
  if (untold.length < CONVERSATIONS) await saveTold(db, earlier(before, OVERLAP_MS))
  await notify(
    db,
    untold.map(({ conversation_id, reader_id: user_id, sender_id: about_id }) => ({
      id: newId(now),
      user_id,
      kind: 'new_message' as const,
      about_id,
      conversation_id,
      created_at: now,
    })),
  )
  return untold.map(({ reader_id }) => reader_id)
}
