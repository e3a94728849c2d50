import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import {
  findIndexState,
  hasMessagesSince,
  type IndexState,
  indexMissed,
  indexNewer,
  indexOlder,
  lockIndexing,
  saveIndexState,
} from '#server/store/conversations/message-words.ts'
import { firstId } from '#server/store/ids.ts'
import { earlier } from '#server/time.ts'

/** A message can be committed after a newer one was seen, and the clocks of processes differ: so long it is looked for again. */
const LATE_MS = 30 * SECOND_MS
/** How often that is done. */
const SETTLED_EVERY_MS = MINUTE_MS
/**
 * So many messages at each beat. On a very busy evening the words fall behind rather than the messages; until they are
 * written, the search reads the messages themselves.
 */
const MESSAGES = 1000

/**
 * Writes the words of messages for the search, after they were sent: new ones, those that were committed late, and those
 * that are older than the search. One process does it at a time.
 */
export async function indexMessages(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await ctx.db.begin(async (db) => {
    if (!(await lockIndexing(db))) return
    const state = await findIndexState(db, ctx.now())
    const newer = await indexNewer(db, state.newest_id, MESSAGES)
    const isBehind = newer.count === MESSAGES
    const next: IndexState = {
      settled_id: isBehind ? state.settled_id : await settle(db, state, ctx.now()),
      newest_id: newer.last_id ?? state.newest_id,
      filled_id: isBehind ? state.filled_id : await fill(db, state),
    }
    const isChanged = (Object.keys(next) as (keyof IndexState)[]).some((name) => next[name] !== state[name])
    if (isChanged) await saveIndexState(db, next)
  })
}

/** Up to which message all have their words. */
async function settle(db: Tx, { settled_id }: IndexState, now: Date): Promise<string> {
  const before = firstId(earlier(now, LATE_MS))
  if (settled_id >= firstId(earlier(now, LATE_MS + SETTLED_EVERY_MS))) return settled_id
  const range = { from: settled_id, before }
  if (!(await hasMessagesSince(db, range))) return settled_id
  const { count } = await indexMissed(db, range, MESSAGES)
  return count < MESSAGES ? before : settled_id
}

/** From which message on all have their words; null when there are no older ones. */
async function fill(db: Tx, { filled_id }: IndexState): Promise<string | null> {
  if (filled_id === null) return null
  const { count, last_id } = await indexOlder(db, filled_id, MESSAGES)
  return count < MESSAGES ? null : (last_id ?? null)
}
