import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { limitRate } from '#server/http/limit.ts'
import type { Serve } from '#server/http/route.ts'
import { findCreators } from './actions.ts'

export const creators: Feature = { routes: creatorRoutes }

function creatorRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.find_creators)(async ({ viewer, caller, query, whileThere }) => {
    await limitRate(ctx, 'find', { user_id: viewer.id, ip: caller.ip })
    return await whileThere((signal) => findCreators(ctx, viewer, query.search, signal))
  })
}
