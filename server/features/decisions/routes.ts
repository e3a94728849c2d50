import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { decideCase } from './actions.ts'
import { staffMailJobs } from './staff-mails.ts'
import { statementRoutes } from './statements.ts'

export const decisions: Feature = { routes: decisionRoutes, jobs: staffMailJobs }

function decisionRoutes(serve: Serve, ctx: Context): void {
  statementRoutes(serve, ctx)

  serve(endpoints.decide_case)(async ({ viewer, params, body }) => ({
    state: await decideCase(ctx, viewer, params.id, body),
  }))
}
