import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { answerNotice, listNotices, readNotices } from './actions.ts'
import { noticeJobs } from './jobs.ts'

export const notices: Feature = { routes: noticeRoutes, jobs: noticeJobs }

function noticeRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_notices)(async ({ viewer, query, caller, answer }) => {
    // The language of the page comes first, then the language of the user's mails.
    const locale = caller.asked_locale ?? viewer.locale ?? caller.locale
    const { items, unread, cursor } = await listNotices(ctx, viewer, { locale, before: query.cursor })
    answer.header('x-unread-count', String(unread))
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.read_notices)(async ({ viewer, body }) => {
    await readNotices(ctx, viewer, body?.until)
    return {}
  })

  serve(endpoints.answer_notice, { limit: 'answer' })(async ({ viewer, params, body }) => {
    await answerNotice(ctx, viewer, params.id, body.answer)
    return {}
  })
}
