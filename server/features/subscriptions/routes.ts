import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Serve } from '#server/http/route.ts'
import { listSubscriptions } from './actions.ts'

export function subscriptionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_subscriptions)(async ({ viewer, query, answer }) => {
    const { subscriptions, cursor } = await listSubscriptions(ctx, viewer, query.cursor)
    // Relative to what was asked for: the server does not know under which address it is reached.
    if (cursor !== undefined) answer.header('link', `<?${new URLSearchParams({ cursor })}>; rel="next"`)
    return subscriptions
  })
}
