import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { sendContact } from './actions.ts'
import { contactJobs } from './jobs.ts'

export const contact: Feature = { routes: contactRoutes, jobs: contactJobs }

function contactRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.send_contact, { limit: 'contact' })(async ({ body, caller }) => {
    if (!body.website) await sendContact(ctx, { ...body, locale: caller.locale })
    return {}
  })
}
