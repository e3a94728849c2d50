import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { endOtherSessions, endSession, listSessions } from './actions.ts'
import { sessionJobs } from './jobs.ts'

export const sessions: Feature = { routes: sessionRoutes, jobs: sessionJobs }

function sessionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_sessions)(async ({ viewer, caller }) => {
    return await listSessions(ctx, viewer, caller.asked_locale ?? viewer.locale ?? caller.locale)
  })

  serve(endpoints.end_session)(async ({ viewer, params }) => {
    await endSession(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.end_other_sessions)(async ({ viewer }) => {
    await endOtherSessions(ctx, viewer)
    return {}
  })
}
