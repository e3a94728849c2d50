import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { countViewers, deleteOldViewers, insertPostViews } from '#server/store/insights/views.ts'
import { getInsights, listInsightPosts, listViewers } from './actions.ts'

export const insights: Feature = {
  routes: insightRoutes,
  jobs: {
    count_viewers: { schedule: '*/5 * * * *', run: ({ db }) => untilDone(() => countViewers(db)) },
    sweep_viewers: { schedule: '23 3 * * *', run: ({ db, now }) => untilDone(() => deleteOldViewers(db, now())) },
  },
}

function insightRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_insights, { limit: 'insights' })(
    async ({ viewer, query }) => await getInsights(ctx, viewer, query.month),
  )

  serve(endpoints.list_insight_posts, { limit: 'insights' })(async ({ viewer, query, answer }) => {
    const { items, cursor } = await listInsightPosts(ctx, viewer.id, query)
    linkNextPage(answer, cursor, { month: query.month, all: query.all })
    return items
  })

  serve(endpoints.count_views, { limit: 'views' })(async ({ viewer, body }) => {
    await insertPostViews(ctx.db, viewer.id, body.post_ids, ctx.now())
    return {}
  })

  serve(endpoints.list_viewers, { limit: 'insights' })(async ({ viewer, params, query, answer }) => {
    const { items, total, cursor } = await listViewers(ctx, viewer.id, params.id, query)
    answer.header('x-total-count', String(total))
    linkNextPage(answer, cursor, { search: query.search })
    return items
  })
}

/** Repeats a batch until nothing is left. */
async function untilDone(batch: () => Promise<boolean>): Promise<void> {
  while (await batch());
}
