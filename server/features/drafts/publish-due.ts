import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { refuseUnverified } from '#server/domain/identities.ts'
import { AppError } from '#server/errors.ts'
import { deleteEmptyDrafts, listDueDrafts, lockDueDraft, postponeDraft } from '#server/store/drafts.ts'
import { earlier, later } from '#server/time.ts'
import { publishRows } from './actions.ts'

type Publishing = Pick<Context, 'config' | 'db' | 'log' | 'now'>

/** How long a draft that cannot be published is left alone, so that it does not stand in front of the others. */
const POSTPONED_MS = MINUTE_MS
const EMPTY_KEPT_MS = 24 * HOUR_MS

/**
 * A beat: publishes what is due, each in a transaction of its own. A process that is killed has published it or not; of
 * several processes the first one locks it, and the others skip it. What became due while no process ran comes out with the
 * first beat.
 */
export async function publishDue(ctx: Publishing): Promise<void> {
  for (const id of await listDueDrafts(ctx.db, ctx.now())) {
    try {
      await publishOne(ctx, id)
    } catch (error) {
      await postponeDraft(ctx.db, id, later(ctx.now(), POSTPONED_MS))
      // A creator who has to be verified first is no failure: it comes out when they are.
      if (!(error instanceof AppError && error.code === 'unverified'))
        ctx.log.error({ err: error, draft_id: id }, 'a scheduled post could not be published; it is tried again')
    }
  }
}

async function publishOne(ctx: Publishing, id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
    const now = ctx.now()
    const draft = await lockDueDraft(db, id, now)
    if (!draft) return
    await refuseUnverified({ config: ctx.config, db, now: ctx.now }, draft.profile_id)
    await publishRows(db, draft, now)
  })
}

/** Deletes drafts that somebody opened a day ago and left empty. */
export async function sweepDrafts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteEmptyDrafts(db, earlier(now(), EMPTY_KEPT_MS))
}
