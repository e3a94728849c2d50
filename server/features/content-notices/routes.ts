import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { followContentNotice, giveContentNotice } from './actions.ts'
import { contentNoticeJobs } from './jobs.ts'
import { createTransparencyCache } from './transparency.ts'

export const content_notices: Feature = { routes: contentNoticeRoutes, jobs: contentNoticeJobs }

function contentNoticeRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.give_content_notice, {
    limit: {
      counted_in_action: ['content_notice'],
      because: 'A notice about somebody under 18 has no e-mail address to count by.',
    },
  })(async ({ body: { website, ...body }, caller }) => {
    // A bot that fills in the hidden field gets the usual answer.
    if (website) return { number: `${ctx.now().getUTCFullYear()}-00000`, token: '' }
    const form = { ...body, name: body.name ?? '', email: body.email ?? '' }
    return await giveContentNotice(ctx, { form, locale: caller.locale, ip: caller.ip })
  })

  serve(endpoints.get_content_notice)(async ({ params }) => {
    const { number, created_at, reason, outcome, decided_at } = await followContentNotice(ctx, params.token)
    return {
      number,
      created_at: created_at.toISOString(),
      reason,
      state: outcome ?? 'received',
      decided_at: decided_at?.toISOString() ?? null,
    }
  })

  const figures = createTransparencyCache(ctx)
  serve(endpoints.get_transparency)(async ({ query, answer }) => {
    answer.header('cache-control', 'public, max-age=300')
    return await figures(query.year ?? ctx.now().getUTCFullYear())
  })
}
