import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { endDueFreezes } from '#server/store/accounts/freezes.ts'
import { approveCreator, grantToFan, listUsers } from './actions.ts'
import { closeUser, freezeUser, unfreezeUser } from './sanctions.ts'

export const staff: Feature = {
  routes: staffUserRoutes,
  jobs: { end_freezes: { schedule: '* * * * *', run: ({ db, now }) => endDueFreezes(db, now()) } },
}

function staffUserRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_users)(async ({ query, answer }) => {
    const kind = query.kind || undefined
    const { items, total, cursor } = await listUsers(ctx, { kind, search: query.search }, query.cursor)
    answer.header('x-total-count', String(total))
    linkNextPage(answer, cursor, { kind, search: query.search })
    return items
  })

  serve(endpoints.approve_creator)(async ({ viewer, params }) => {
    await approveCreator(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.freeze_user)(async ({ viewer, params, body }) => {
    await freezeUser(ctx, viewer, params.id, body)
    return {}
  })

  serve(endpoints.unfreeze_user)(async ({ viewer, params }) => {
    await unfreezeUser(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.close_user)(async ({ viewer, params, body }) => {
    await closeUser(ctx, viewer, params.id, body)
    return {}
  })

  serve(endpoints.grant_subscription)(async ({ viewer, body }) => ({
    expires_at: (await grantToFan(ctx, viewer, body)).toISOString(),
  }))
}
