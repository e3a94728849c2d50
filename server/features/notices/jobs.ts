import { paths } from '#contract/paths.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import { eachInTurn } from '#server/jobs/each-in-turn.ts'
import {
  claimUnmailedNotice,
  listUnmailedNotices,
  markNoticeMailed,
  skipOldNotices,
  sweepNotices,
} from '#server/store/notices.ts'
import { earlier } from '#server/time.ts'
import { noticeMail } from './mails.ts'

/** What could not be mailed within a day is no news any more: after a week without mail nobody gets a week's worth at once. */
const NEWS_MS = DAY_MS

export const noticeJobs: FeatureJobs = {
  mail_notices: { schedule: '*/5 * * * *', run: mailNotices },
  sweep_notices: { schedule: '17 * * * *', run: ({ db, now }) => sweepNotices(db, now()) },
}

/**
 * Mails every notice that was not mailed yet, in the language of its reader. Each is held while it is mailed, so that two
 * who do this at once do not send it twice, and one that the mail server refuses stops no other.
 */
export async function mailNotices(
  ctx: Pick<Context, 'config' | 'db' | 'live' | 'mail' | 'now' | 'origin' | 'secret'>,
): Promise<void> {
  await skipOldNotices(ctx.db, earlier(ctx.now(), NEWS_MS), ctx.now())
  await eachInTurn(await listUnmailedNotices(ctx.db), (id) =>
    ctx.db.begin(async (db) => {
      const notice = await claimUnmailedNotice(db, id)
      if (!notice) return
      // Whoever wrote it may have had no line to the open pages: the command line has none.
      ctx.live.publish({ kind: 'notices_changed', user_ids: [notice.user_id] })
      // What comes too often waits in the app, and is mailed later if it is still news by then.
      await sendBounded(ctx, db, { kind: 'notice', to: notice.email }, async () => {
        await markNoticeMailed(db, id, ctx.now())
        return noticeMail(notice, notice.locale ?? 'en', `${ctx.origin()}${paths.notices}`)
      })
    }),
  )
}
