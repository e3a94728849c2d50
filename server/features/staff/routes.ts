import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { approveCreator, grantToFan, listUsers } from './actions.ts'

export const staff: Feature = { routes: staffUserRoutes }

function staffUserRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_users)(async ({ query, answer }) => {
    const kind = query.kind || undefined
    const wish = query.wish === 'true'
    const { items, total, cursor } = await listUsers(ctx, { kind, search: query.search, wish }, query.cursor)
    answer.header('x-total-count', String(total))
    linkNextPage(answer, cursor, { kind, search: query.search, wish: wish ? 'true' : undefined })
    return items
  })

  serve(endpoints.approve_creator)(async ({ viewer, params }) => {
    await approveCreator(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.grant_subscription)(async ({ viewer, body }) => ({
    expires_at: (await grantToFan(ctx, viewer, body)).toISOString(),
  }))
}
