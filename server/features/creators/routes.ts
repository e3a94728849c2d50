import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { findCreators } from './actions.ts'

export const creators: Feature = { routes: creatorRoutes }

function creatorRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.find_creators, { limit: 'find' })(async ({ viewer, query, whileConnected }) => {
    return await whileConnected((signal) => findCreators(ctx, viewer, query.search, signal))
  })
}
