import type { Locale } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { exportLink } from '#server/domain/export-link.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import {
  claimUnmailedNotice,
  listUnmailedNotices,
  markNoticeMailed,
  type NoticeRow,
  skipOldNotices,
  sweepNotices,
} from '#server/store/notices.ts'
import { earlier } from '#server/time.ts'
import { NOTICE_KINDS } from './kinds.ts'
import { noticeText } from './words.ts'

/** Notices older than a day are not mailed any more, so that after an outage nobody gets many mails at once. */
const MAIL_MAX_AGE_MS = DAY_MS

export const noticeJobs: FeatureJobs = {
  mail_notices: { schedule: '*/5 * * * *', run: mailNotices },
  sweep_notices: { schedule: '17 * * * *', run: ({ db, now }) => sweepNotices(db, now()) },
}

/**
 * Mails every notice that was not mailed yet, in the language of its reader. A row lock keeps two processes from
 * sending one twice, and a mail that the server refuses does not stop the others.
 */
export async function mailNotices(
  ctx: Pick<Context, 'config' | 'db' | 'live' | 'mail' | 'now' | 'origin' | 'secret'>,
): Promise<void> {
  await skipOldNotices(ctx.db, earlier(ctx.now(), MAIL_MAX_AGE_MS), ctx.now())
  await tryEach(await listUnmailedNotices(ctx.db), (id) =>
    ctx.db.begin(async (db) => {
      const notice = await claimUnmailedNotice(db, id)
      if (!notice) return
      // The notice may come from the command line, which cannot publish live events.
      ctx.live.publish({ kind: 'notices_changed', user_ids: [notice.user_id] })
      // A notice over the mail limit stays in the app, and is mailed later if it is still recent.
      await sendBounded(ctx, db, { kind: 'notice', to: notice.email }, async () => {
        await markNoticeMailed(db, id, ctx.now())
        const { export_id } = notice.details
        const file = notice.is_frozen && export_id ? exportLink(ctx.origin(), ctx.secret, export_id) : undefined
        return noticeMail(notice, notice.locale ?? 'en', { page: `${ctx.origin()}${paths.notices}`, file })
      })
    }),
  )
}

/** The texts around every notice mail. */
interface Words {
  action: string
  /** The last line. */
  footnote: string
  may_answer: string
  /** A link to a file for somebody who cannot sign in. */
  download: string
  download_note: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    action: 'See your notices',
    footnote: 'You get this mail because it concerns your Loge account.',
    may_answer: 'You may answer once, with your notices; our staff read it with the report.',
    download: 'Download your data',
    download_note: 'The link works without signing in. Whoever has it can download the file, so keep it to yourself.',
  },
  fr: {
    action: 'Voir vos avis',
    footnote: 'Vous recevez cet e-mail parce qu’il concerne votre compte Loge.',
    may_answer:
      'Vous pouvez répondre une fois, depuis vos avis\u202f; notre équipe lira votre réponse avec le signalement.',
    download: 'Télécharger vos données',
    download_note:
      'Le lien fonctionne sans connexion. Toute personne qui l’a peut télécharger le fichier\u202f: gardez-le pour vous.',
  },
}

/** The same text as in the app, below the title of its kind. */
function noticeMail(
  notice: NoticeRow,
  locale: Locale,
  { page, file }: { page: string; file: string | undefined },
): Omit<Mail, 'to'> {
  const { action, footnote, may_answer, download, download_note } = WORDS[locale]
  const title = NOTICE_KINDS[notice.kind].title[locale]
  const text = [noticeText(notice, locale), ...(notice.may_answer ? [may_answer] : [])]
  const parts = file ? { text: [...text, download_note], action: download, link: file } : { text, action, link: page }
  return { subject: title, ...layoutMail(locale, { title, footnote, ...parts, text: parts.text.join('\n\n') }) }
}
