import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { decideCase } from './actions.ts'

export const decisions: Feature = { routes: decisionRoutes }

function decisionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.decide_case)(async ({ viewer, params, body }) => ({
    state: await decideCase(ctx, viewer, params.id, body),
  }))
}
