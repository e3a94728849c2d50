import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Serve } from '#server/http/route.ts'
import { approveCreator, letIn, listUsers } from './actions.ts'

export function staffUserRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_users)(async ({ query, answer }) => {
    const kind = query.kind || undefined
    const { users, total, cursor } = await listUsers(ctx, { kind, search: query.search }, query.cursor)
    answer.header('x-total-count', String(total))
    if (cursor !== undefined) {
      const next = new URLSearchParams({ ...(kind && { kind }), ...(query.search && { search: query.search }), cursor })
      // Relative to what was asked for: the server does not know under which address it is reached.
      answer.header('link', `<?${next}>; rel="next"`)
    }
    return users
  })

  serve(endpoints.approve_creator)(async ({ viewer, params }) => {
    await approveCreator(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.grant_subscription)(async ({ viewer, body }) => ({
    expires_at: (await letIn(ctx, viewer, body)).toISOString(),
  }))
}
