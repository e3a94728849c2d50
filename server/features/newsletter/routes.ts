import { endpoints } from '#contract/index.ts'
import { newsletterPath } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { confirmNewsletter, joinNewsletter, leave } from './actions.ts'
import { newsletterJobs } from './jobs.ts'

export const newsletter: Feature = { routes: newsletterRoutes, jobs: newsletterJobs }

function newsletterRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.join_newsletter, { limit: 'newsletter' })(async ({ body, caller }) => {
    if (!body.website) await joinNewsletter(ctx, { ...body, locale: caller.locale })
    return {}
  })

  serve(endpoints.confirm_newsletter, { limit: 'newsletter_confirm' })(async ({ body }) => {
    await confirmNewsletter(ctx, body.token)
    return {}
  })

  // No rate limit: the one-click requests of many people come from the few servers of their mail provider.
  serve(endpoints.leave_newsletter)(async ({ query }) => {
    await leave(ctx, query.token)
    return {}
  })

  serve(endpoints.open_leave_newsletter)(async ({ query, answer }) => {
    answer.status(302)
    answer.header('location', newsletterPath('unsubscribe', encodeURIComponent(query.token)))
    return {}
  })
}
