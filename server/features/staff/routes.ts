import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { csvAnswer } from '#server/http/csv-answer.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { endDueFreezes } from '#server/store/accounts/freezes.ts'
import { approveCreator, grantToFan, listUsers, revokeFromFan } from './actions.ts'
import { exportAudit, listAudit } from './audit.ts'
import { listRoles, setRole } from './roles.ts'
import { closeUser, freezeUser, unfreezeUser } from './sanctions.ts'

export const staff: Feature = {
  routes: staffUserRoutes,
  jobs: { end_freezes: { schedule: '* * * * *', run: ({ db, now }) => endDueFreezes(db, now()) } },
}

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

  serve(endpoints.freeze_user)(async ({ viewer, params, body }) => {
    await freezeUser(ctx, viewer, params.id, body)
    return {}
  })

  serve(endpoints.unfreeze_user)(async ({ viewer, params }) => {
    await unfreezeUser(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.close_user)(async ({ viewer, params, body }) => ({
    state: await closeUser(ctx, viewer, params.id, body),
  }))

  serve(endpoints.grant_subscription)(async ({ viewer, body }) => ({
    expires_at: (await grantToFan(ctx, viewer, body)).toISOString(),
  }))

  serve(endpoints.list_audit)(async ({ viewer, query, answer }) => {
    const { who, search } = query
    const filter = { who, search, action: query.action || undefined }
    if (query.format === 'csv')
      return csvAnswer(answer, 'loge-audit', ctx.now(), await exportAudit(ctx, viewer, filter))
    const { items, cursor } = await listAudit(ctx, filter, query.cursor)
    linkNextPage(answer, cursor, filter)
    return items
  })

  serve(endpoints.list_roles)(async () => await listRoles(ctx))

  serve(endpoints.set_role)(async ({ viewer, params, body }) => {
    await setRole(ctx, viewer, params.id, body.role)
    return {}
  })

  serve(endpoints.revoke_subscription)(async ({ viewer, body }) => {
    await revokeFromFan(ctx, viewer, body)
    return {}
  })
}
