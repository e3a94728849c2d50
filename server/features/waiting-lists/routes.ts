import { endpoints } from '#contract/index.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { findProfileId } from '#server/store/profiles.ts'
import { countWaitingFans, deleteWaitingFan, insertOpenBoxes, insertWaitingFan } from '#server/store/waiting-lists.ts'
import { earlier } from '#server/time.ts'

const WEEK_MS = 7 * DAY_MS

export const waiting_lists: Feature = {
  routes: waitingListRoutes,
  jobs: { open_boxes: { schedule: '* * * * *', run: openBoxes } },
}

function waitingListRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.join_waiting_list, { limit: 'waiting_list' })(async ({ viewer, body, answer }) => {
    const creator_id = await findCreator(ctx, viewer, body.username)
    if (creator_id === viewer.id) throw invalid('username', 'This is yourself')
    if (ctx.payments) throw new AppError('already_open', 'Tickets can be bought here already')
    const is_new = await insertWaitingFan(ctx.db, { creator_id, fan_id: viewer.id }, ctx.now())
    if (!is_new) answer.status(200)
    return {}
  })

  serve(endpoints.leave_waiting_list, { limit: 'waiting_list' })(async ({ viewer, params }) => {
    const creator_id = await findCreator(ctx, viewer, params.username)
    await deleteWaitingFan(ctx.db, { creator_id, fan_id: viewer.id })
    return {}
  })

  serve(endpoints.get_waiting_list)(async ({ viewer }) => {
    return await countWaitingFans(ctx.db, viewer.id, earlier(ctx.now(), WEEK_MS))
  })
}

/** A creator whom the viewer may see, by name or former name. */
async function findCreator(ctx: Pick<Context, 'db'>, viewer: Viewer, username: string): Promise<string> {
  const id = await findProfileId(ctx.db, viewer.id, username)
  if (id === undefined) throw notFound()
  return id
}

/** Everybody who waits is told as soon as tickets can be bought: the same rule decides about `checkout` of a profile. */
async function openBoxes(ctx: Pick<Context, 'db' | 'now' | 'payments'>): Promise<void> {
  if (ctx.payments) await insertOpenBoxes(ctx.db, ctx.now())
}
