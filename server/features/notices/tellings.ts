import { SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { newId } from '#server/store/ids.ts'
import {
  countThingPictures,
  deleteTelling,
  deleteWaiting,
  hasTellings,
  listAudience,
  lockTelling,
  saveProgress,
  type Telling,
  type TellingOrder,
} from '#server/store/tellings.ts'

const PEOPLE = 500
/** So that telling many people leaves the database to others in between. */
const PEOPLE_MAX = 4 * PEOPLE
/** Tellings of few people are many at once when many boxes open. */
const TURN_MS = SECOND_MS

/**
 * Tells subscribers of new posts and stories, and waiting fans of an opened box, in batches. A batch and how far it came
 * are one transaction: whoever is killed in between, and however many processes do it, everybody is told once.
 */
export async function continueTellings(ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>): Promise<void> {
  if (!(await hasTellings(ctx.db))) return
  const began = performance.now()
  let people = 0
  // Both orders have a turn, however slow the machine is.
  const hasTime = (turn: number) => turn < 2 || performance.now() - began < TURN_MS
  for (let turn = 0; people < PEOPLE_MAX && hasTime(turn); turn += 1) {
    const order = turn % 2 === 0 ? 'oldest' : 'least_told'
    const done = await ctx.db.begin(async (db) => await tellBatch(db, order, ctx.now()))
    if (!done) return
    people += done.people
    if (done.told.length > 0) ctx.live.publish({ kind: 'notices_changed', user_ids: done.told })
    if (done.is_last) await trySend(ctx, 'mail_notices', {})
  }
}

/** Undefined if nothing is left that no other process does. */
async function tellBatch(
  db: Tx,
  order: TellingOrder,
  now: Date,
): Promise<{ told: string[]; people: number; is_last: boolean } | undefined> {
  const telling = await lockTelling(db, order)
  if (!telling) return undefined
  const pictures = await countThingPictures(db, telling, now)
  const audience = pictures > 0 ? await listAudience(db, telling, PEOPLE, now) : []
  const reached = audience.flatMap(({ fan_id, is_reached }) => (is_reached ? [fan_id] : []))
  const told = await notify(
    db,
    reached.map((user_id) => ({ id: newId(now), user_id, ...noticeOf(telling, pictures), created_at: now })),
  )
  if (telling.kind === 'box_open') await deleteWaiting(db, telling.creator_id, reached)
  const last = audience.at(-1)
  const is_last = !last || audience.length < PEOPLE
  if (is_last) await deleteTelling(db, telling.id)
  else await saveProgress(db, telling.id, last.fan_id)
  return { told, people: audience.length, is_last }
}

function noticeOf({ kind, creator_id, thing_id }: Telling, pictures: number) {
  const about = { kind, about_id: creator_id, details: { creator_id, ...(pictures > 1 && { pictures }) } }
  if (thing_id === null) return about
  return { ...about, ...(kind === 'new_post' ? { post_id: thing_id } : { story_id: thing_id }) }
}
