import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import { isRefusal } from '#server/mail/mailer.ts'
import {
  claimDueNotice,
  claimSummary,
  findEndingTicket,
  listDueNotices,
  listDueSummaries,
  markNoticesMailed,
  skipOldNotices,
} from '#server/store/notice-mails.ts'
import { sweepNotices } from '#server/store/notices.ts'
import { sweepPushes } from '#server/store/push-deliveries.ts'
import { earlier } from '#server/time.ts'
import { noticeMail } from './notice-mail.ts'
import { budgetOf, isStillWanted } from './still-wanted.ts'
import { summaryMail } from './summaries.ts'

/** A mail that is due for longer than a day is not sent any more, so that after an outage nobody gets many at once. */
const MAIL_MAX_AGE_MS = DAY_MS

export const noticeJobs: FeatureJobs = {
  mail_notices: { schedule: '* * * * *', run: mailNotices },
  mail_summaries: { schedule: '*/5 * * * *', run: mailSummaries },
  sweep_notices: { schedule: '17 * * * *', run: sweep },
}

async function sweep({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepNotices(db, now())
  await sweepPushes(db, now())
}

type Mailing = Pick<Context, 'config' | 'db' | 'live' | 'mail' | 'now' | 'origin' | 'payments' | 'secret'>

/**
 * Mails every notice whose mail is due, in the language of its reader. A row lock keeps two processes from sending one
 * twice, and a mail that the server refuses does not stop the others.
 */
export async function mailNotices(ctx: Mailing): Promise<void> {
  await skipOldNotices(ctx.db, earlier(ctx.now(), MAIL_MAX_AGE_MS), ctx.now())
  await whileReachable(await listDueNotices(ctx.db, ctx.now()), (id) => mailNotice(ctx, id))
}

async function mailNotice(ctx: Mailing, id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
    const notice = await claimDueNotice(db, id, ctx.now())
    if (!notice) return
    const { user_id, creator_id } = notice
    const isEnding = notice.kind === 'ticket_ends' && creator_id !== null
    const ticket = isEnding ? await findEndingTicket(db, user_id, creator_id) : undefined
    if (!isStillWanted(notice, ticket)) return await markNoticesMailed(db, [id], ctx.now())
    // The notice may come from the command line, which cannot publish live events.
    ctx.live.publish({ kind: 'notices_changed', user_ids: [user_id] })
    // A notice over the mail limit stays in the app, and is mailed later if it is still recent.
    await sendBounded(ctx, db, { kind: budgetOf(notice), to: notice.email }, async () => {
      await markNoticesMailed(db, [id], ctx.now())
      return await noticeMail(ctx, db, notice, ticket)
    })
  })
}

/** Mails the summaries that are due: one for each person, with everything that waits for it. */
export async function mailSummaries(ctx: Mailing): Promise<void> {
  await whileReachable(await listDueSummaries(ctx.db, ctx.now()), (user_id) =>
    ctx.db.begin(async (db) => {
      const waiting = await claimSummary(db, user_id, ctx.now())
      const [first] = waiting
      if (!first) return
      const ids = waiting.map(({ id }) => id)
      const wanted = waiting.filter((notice) => isStillWanted(notice, undefined))
      if (wanted.length === 0) return await markNoticesMailed(db, ids, ctx.now())
      await sendBounded(ctx, db, { kind: 'summary', to: first.email }, async () => {
        await markNoticesMailed(db, ids, ctx.now())
        return summaryMail(ctx, wanted)
      })
    }),
  )
}

/** A mail server that is away is not asked for each mail: the rest waits for the next run. */
async function whileReachable<Item>(items: readonly Item[], mail: (item: Item) => Promise<void>): Promise<void> {
  let isAway = false
  await tryEach(items, async (item) => {
    if (isAway) return
    await mail(item).catch((error: unknown) => {
      isAway = !isRefusal(error)
      throw error
    })
  })
}
