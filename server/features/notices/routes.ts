import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { answerNotice, listNotices, readNotices } from './actions.ts'
import { noticeJobs } from './jobs.ts'
import { changeSettings, getSettings } from './settings.ts'
import { tellMessages } from './tell-messages.ts'
import { continueTellings } from './tellings.ts'
import { leavePath, switchMails } from './unsubscribe.ts'

export const notices: Feature = {
  routes: noticeRoutes,
  jobs: noticeJobs,
  beats: [tellMessages, continueTellings],
}

function noticeRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_notices)(async ({ viewer, query, caller, answer }) => {
    // The language of the page comes first, then the language of the user's mails.
    const locale = caller.asked_locale ?? viewer.locale ?? caller.locale
    const { items, unread, apart, cursor } = await listNotices(ctx, viewer, { locale, before: query.cursor })
    answer.header('x-unread-count', String(unread))
    answer.header('x-unread-apart', String(apart))
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

  serve(endpoints.get_notification_settings)(async ({ viewer }) => await getSettings(ctx, viewer))

  serve(endpoints.put_notification_settings, { limit: 'notification_settings' })(
    async ({ viewer, body }) => await changeSettings(ctx, viewer, body),
  )

  // No rate limit: the one-click requests of many people come from the few servers of their mail provider.
  serve(endpoints.leave_notice_mails)(async ({ query }) => await switchMails(ctx, query.token, false))

  serve(endpoints.open_leave_notice_mails)(async ({ query, answer }) => {
    answer.status(302)
    answer.header('location', leavePath(query.token))
    return {}
  })

  serve(endpoints.return_notice_mails, { limit: 'email_link' })(
    async ({ query }) => await switchMails(ctx, query.token, true),
  )
}
