import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { shopOf } from '#server/domain/shop.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { listSubscriptions } from './actions.ts'
import { tellTicketEnds } from './ends.ts'
import { cancelRenewal, openPortal, resumeRenewal } from './renewals.ts'

export const subscriptions: Feature = {
  routes: subscriptionRoutes,
  jobs: { tell_ticket_ends: { schedule: '41 * * * *', run: tellTicketEnds } },
}

function subscriptionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_subscriptions)(async ({ viewer, query, answer }) => {
    const { items, cursor } = await listSubscriptions(ctx, viewer, query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.cancel_subscription, { limit: 'renewal' })(
    async ({ viewer, params }) => await cancelRenewal(shopOf(ctx), viewer, params.id),
  )

  serve(endpoints.resume_subscription, { limit: 'renewal' })(
    async ({ viewer, params }) => await resumeRenewal(shopOf(ctx), viewer, params.id),
  )

  serve(endpoints.manage_subscription, { limit: 'renewal' })(
    async ({ viewer, params }) => await openPortal(shopOf(ctx), viewer, params.id),
  )
}
