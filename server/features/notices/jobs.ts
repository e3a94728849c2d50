import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { KNOWN_KINDS, URGENT_KINDS } from '#server/domain/notice-topics.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import { type Rest, unhurried } from '#server/jobs/unhurried.ts'
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
  mail_notices: { schedule: '* * * * *', run: (ctx) => mailNotices(ctx) },
  mail_summaries: { schedule: '*/5 * * * *', run: (ctx) => mailSummaries(ctx) },
  sweep_notices: { schedule: '17 * * * *', run: sweep },
}

async function sweep({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepNotices(db, now())
  await sweepPushes(db, now())
}

type Mailing = Pick<Context, 'config' | 'db' | 'live' | 'mail' | 'now' | 'origin' | 'payments' | 'payouts' | 'secret'>

/**
 * Mails every notice whose mail is due, in the language of its reader. A row lock keeps two processes from sending one
 * twice, and a mail that the server refuses does not stop the others.
 */
export async function mailNotices(ctx: Mailing, rest?: Rest): Promise<void> {
  const urgent = URGENT_KINDS
  await skipOldNotices(ctx.db, { older_than: earlier(ctx.now(), MAIL_MAX_AGE_MS), urgent, now: ctx.now() })
  const tried: string[] = []
  await whileReachable(
    async () => {
      const page = await listDueNotices(ctx.db, ctx.now(), { kinds: KNOWN_KINDS, urgent, tried })
      tried.push(...page)
      return page
    },
    unhurried((id) => mailNotice(ctx, id), rest),
  )
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
export async function mailSummaries(ctx: Mailing, rest?: Rest): Promise<void> {
  const pages = [await listDueSummaries(ctx.db, ctx.now())]
  await whileReachable(
    async () => pages.pop() ?? [],
    unhurried((user_id) => mailSummary(ctx, user_id), rest),
  )
}

async function mailSummary(ctx: Mailing, user_id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
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
  })
}

/**
 * Mails page after page until one is empty; what has become urgent meanwhile is on the next one. A mail server that is away is
 * not asked for each mail: the rest waits for the next run. The first failure is thrown at the end, so that the job is retried.
 */
async function whileReachable(nextPage: () => Promise<string[]>, mail: (item: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (let page = await nextPage(); page.length > 0; page = await nextPage()) {
    for (const item of page) {
      try {
        await mail(item)
      } catch (error) {
        failures.push(error)
        if (!isRefusal(error)) throw failures[0]
      }
    }
  }
  if (failures.length > 0) throw failures[0]
}
