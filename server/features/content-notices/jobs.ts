import { contentNoticePath, paths } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import {
  claimUnmailedReceipt,
  claimUntoldNotice,
  listUnmailedReceipts,
  listUntoldNotices,
  markNoticeTold,
  markReceiptMailed,
  sweepContentNotices,
} from '#server/store/content-notices/content-notices.ts'
import { outcomeMail, receiptMail } from './mails.ts'
import { contentNoticeToken } from './tokens.ts'

export const contentNoticeJobs: FeatureJobs = {
  mail_content_notices: { schedule: '*/5 * * * *', run: mailReceipts },
  tell_notifiers: { schedule: '*/5 * * * *', run: tellNotifiers },
  sweep_content_notices: {
    schedule: '57 * * * *',
    run: ({ db, now }) => db.begin((tx) => sweepContentNotices(tx, now())),
  },
}

type Mailing = Pick<Context, 'config' | 'db' | 'mail' | 'now' | 'origin' | 'secret'>

/** A row lock keeps two processes from sending a receipt twice, and one that is refused does not stop the others. */
async function mailReceipts(ctx: Mailing): Promise<void> {
  await tryEach(await listUnmailedReceipts(ctx.db, ctx.now()), (id) =>
    ctx.db.begin(async (db) => {
      const notice = await claimUnmailedReceipt(db, id)
      if (!notice) return
      const isSent = await sendBounded(ctx, db, { kind: 'content_notice', to: notice.email }, async () => ({
        ...receiptMail(notice, notice.locale, linksOf(ctx, id)),
        ...replyTo(ctx),
      }))
      if (isSent) await markReceiptMailed(db, id, ctx.now())
    }),
  )
}

/** Tells those who gave notice what was decided. Who left no address reads it at the link of the receipt. */
async function tellNotifiers(ctx: Mailing): Promise<void> {
  await tryEach(await listUntoldNotices(ctx.db), (id) =>
    ctx.db.begin(async (db) => {
      const notice = await claimUntoldNotice(db, id)
      if (!notice) return
      const isTold =
        notice.email === null ||
        (await sendBounded(ctx, db, { kind: 'content_notice_outcome', to: notice.email }, async () => ({
          ...outcomeMail(notice, notice.locale, linksOf(ctx, id)),
          ...replyTo(ctx),
        })))
      if (isTold) await markNoticeTold(db, id, ctx.now())
    }),
  )
}

function linksOf({ origin, secret }: Pick<Context, 'origin' | 'secret'>, id: string) {
  return {
    follow: `${origin()}${contentNoticePath(contentNoticeToken(secret, id))}`,
    contact: `${origin()}${paths.contact_us}`,
  }
}

/** Answers go to the people who read the contact messages. */
function replyTo({ config }: Pick<Context, 'config'>) {
  return config.contact_email === undefined ? {} : { reply_to: config.contact_email }
}
