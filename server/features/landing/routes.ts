import { endpoints } from '#contract/index.ts'
import { newsletterPath } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { confirmNewsletter, getLanding, joinNewsletter, leave, sendContact } from './actions.ts'
import { landingJobs } from './jobs.ts'

export const landing: Feature = { routes: landingRoutes, jobs: landingJobs }

function landingRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_landing)(async ({ answer }) => {
    // The same for everyone, so whoever stands between may keep it for a moment.
    answer.header('cache-control', 'public, max-age=60')
    return await getLanding(ctx)
  })

  serve(endpoints.join_newsletter, { limit: 'newsletter' })(async ({ body, caller }) => {
    if (!body.website) await joinNewsletter(ctx, { ...body, locale: caller.locale })
    return {}
  })

  serve(endpoints.confirm_newsletter, { limit: 'newsletter_confirm' })(async ({ body }) => {
    await confirmNewsletter(ctx, body.token)
    return {}
  })

  // Not counted: the one click of many people comes from the few servers of their mail provider.
  serve(endpoints.leave_newsletter)(async ({ query }) => {
    await leave(ctx, query.token)
    return {}
  })

  serve(endpoints.open_leave_newsletter)(async ({ query, answer }) => {
    answer.status(302)
    answer.header('location', newsletterPath('unsubscribe', encodeURIComponent(query.token)))
    return {}
  })

  serve(endpoints.send_contact, { limit: 'contact' })(async ({ body, caller }) => {
    if (!body.website) await sendContact(ctx, { ...body, locale: caller.locale })
    return {}
  })
}
