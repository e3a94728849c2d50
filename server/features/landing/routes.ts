import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { limitRate } from '#server/http/limit.ts'
import type { Serve } from '#server/http/route.ts'
import { getLanding, joinNewsletter, sendContact } from './actions.ts'

export function landingRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_landing)(async ({ answer }) => {
    // The same for everyone, so whoever stands between may keep it for a moment.
    answer.header('cache-control', 'public, max-age=60')
    return await getLanding(ctx)
  })

  serve(endpoints.join_newsletter)(async ({ body, caller }) => {
    await limitRate(ctx, 'newsletter', { ip: caller.ip, email: emailKey(body.email) })
    if (!body.website) await joinNewsletter(ctx, { ...body, locale: caller.locale })
    return {}
  })

  serve(endpoints.send_contact)(async ({ body, caller }) => {
    await limitRate(ctx, 'contact', { ip: caller.ip, email: emailKey(body.email) })
    if (!body.website) await sendContact(ctx, { ...body, locale: caller.locale })
    return {}
  })
}
