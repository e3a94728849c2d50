import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { dismissReports, removePost, report } from './actions.ts'
import { listHandled, listOpen } from './lists.ts'
import { listOwnReports } from './own-reports.ts'

export const reports: Feature = { routes: reportRoutes }

function reportRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.create_report, { limit: 'report' })(async ({ viewer, body, answer }) => {
    const isNew = await report(ctx, viewer, body)
    if (!isNew) answer.status(200)
    return {}
  })

  serve(endpoints.list_own_reports)(async ({ viewer, query, answer }) => {
    const { items, cursor } = await listOwnReports(ctx, viewer, query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.list_reports)(async ({ viewer, query: { state = 'open', cursor: from }, answer }) => {
    const list = state === 'open' ? listOpen : listHandled
    const { items, cursor, total } = await list(ctx, viewer, from)
    answer.header('x-total-count', String(total))
    linkNextPage(answer, cursor, { state })
    return items
  })

  serve(endpoints.dismiss_reports)(async ({ viewer, params, body }) => {
    await dismissReports(ctx, viewer, params.id, body.note)
    return {}
  })

  serve(endpoints.remove_post)(async ({ viewer, params, body }) => {
    await removePost(ctx, viewer, params.id, body?.reason)
    return {}
  })
}
