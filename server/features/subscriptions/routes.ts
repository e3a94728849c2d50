import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { listSubscriptions } from './actions.ts'

export const subscriptions: Feature = { routes: subscriptionRoutes }

function subscriptionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_subscriptions)(async ({ viewer, query, answer }) => {
    const { items, cursor } = await listSubscriptions(ctx, viewer, query.cursor)
    linkNextPage(answer, cursor)
    return items
  })
}
