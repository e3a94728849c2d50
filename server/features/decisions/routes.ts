import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { decideCase } from './actions.ts'
import { appealByLink, decideAppeal } from './appeals.ts'
import { eraseRemoved } from './erase-removed.ts'
import { staffMailJobs } from './staff-mails.ts'
import { statementRoutes } from './statements.ts'

export const decisions: Feature = {
  routes: decisionRoutes,
  jobs: { ...staffMailJobs, erase_removed: { schedule: '47 * * * *', run: eraseRemoved } },
}

function decisionRoutes(serve: Serve, ctx: Context): void {
  statementRoutes(serve, ctx)

  serve(endpoints.decide_case)(async ({ viewer, params, body }) => ({
    state: await decideCase(ctx, viewer, params.id, body),
  }))

  serve(endpoints.decide_appeal)(async ({ viewer, params, body }) => {
    await decideAppeal(ctx, viewer, params.id, body)
    return {}
  })

  serve(endpoints.appeal, { limit: 'appeal' })(async ({ params, body }) => {
    await appealByLink(ctx, params.token, body.text)
    return {}
  })
}
