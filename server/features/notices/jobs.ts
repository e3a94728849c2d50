import type { Locale } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { exportLink } from '#server/domain/export-link.ts'
import { statementPath } from '#server/domain/statement-token.ts'
import { statementOf } from '#server/domain/statements.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { findStatement, type StatementRow } from '#server/store/decisions/statements.ts'
import {
  claimUnmailedNotice,
  listUnmailedNotices,
  markNoticeMailed,
  skipOldNotices,
  sweepNotices,
  type UnmailedNotice,
} from '#server/store/notices.ts'
import { earlier } from '#server/time.ts'
import { NOTICE_KINDS } from './kinds.ts'
import { mayAnswer, noticeText } from './words.ts'

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
      const kind = notice.decision_id === null ? 'notice' : 'decision'
      await sendBounded(ctx, db, { kind, to: notice.email }, async () => {
        await markNoticeMailed(db, id, ctx.now())
        return await noticeMail(ctx, db, notice)
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
  case: (number: string) => string
  decision: string
  /** For a decision that can still be appealed. */
  appeal: string
  /** A link to a file for somebody who cannot sign in. */
  download: string
  download_note: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    action: 'See your notices',
    footnote: 'You get this mail because it concerns your Loge account.',
    may_answer: 'You may answer once, with your notices; our staff read it with the report.',
    case: (number) => `Case ${number}`,
    decision: 'Read the decision',
    appeal: 'Read the decision, and appeal',
    download: 'Download your data',
    download_note: 'The link works without signing in. Whoever has it can download the file, so keep it to yourself.',
  },
  fr: {
    action: 'Voir vos avis',
    footnote: 'Vous recevez cet e-mail parce qu’il concerne votre compte Loge.',
    may_answer:
      'Vous pouvez répondre une fois, depuis vos avis\u202f; notre équipe lira votre réponse avec le signalement.',
    case: (number) => `Dossier ${number}`,
    decision: 'Lire la décision',
    appeal: 'Lire la décision et la contester',
    download: 'Télécharger vos données',
    download_note:
      'Le lien fonctionne sans connexion. Toute personne qui l’a peut télécharger le fichier\u202f: gardez-le pour vous.',
  },
}

type Mailing = Pick<Context, 'now' | 'origin' | 'secret'>

/** The same text as in the app, below the title of its kind. */
async function noticeMail(ctx: Mailing, db: Queryable, notice: UnmailedNotice): Promise<Omit<Mail, 'to'>> {
  const locale = notice.locale ?? 'en'
  const { action, footnote, may_answer, download, download_note } = WORDS[locale]
  const subject = NOTICE_KINDS[notice.kind].title[locale]
  if (notice.decision_id !== null) {
    const statement = await findStatement(db, notice.decision_id, ctx.now())
    if (statement) return decisionMail(ctx, { notice, statement, decision_id: notice.decision_id, locale, subject })
  }
  const text = [noticeText(notice, locale), ...(notice.may_answer ? [may_answer] : [])]
  const { export_id } = notice.details
  const parts =
    notice.is_frozen && export_id
      ? { text: [...text, download_note], action: download, link: exportLink(ctx.origin(), ctx.secret, export_id) }
      : { text, action, link: `${ctx.origin()}${paths.notices}` }
  return { subject, ...layoutMail(locale, { title: subject, footnote, ...parts, text: parts.text.join('\n\n') }) }
}

interface DecisionMail {
  notice: UnmailedNotice
  statement: StatementRow
  decision_id: string
  locale: Locale
  subject: string
}

/** The whole statement of reasons, because a frozen person cannot sign in to read it. */
function decisionMail(
  { now, origin, secret }: Mailing,
  { notice, statement, decision_id, locale, subject }: DecisionMail,
): Omit<Mail, 'to'> {
  const words = WORDS[locale]
  const { title, paragraphs, number } = statementOf(statement, locale, now())
  const isFirst = notice.kind !== 'appeal_decided'
  return {
    subject,
    ...layoutMail(locale, {
      title: isFirst ? title : subject,
      // The notice of a decision says no more than the title of the letter and its first paragraph.
      text: [words.case(number), ...(notice.kind === 'decision' ? [] : [noticeText(notice, locale)])].join('\n\n'),
      ...(isFirst && { paragraphs }),
      action: mayAnswer(notice, now()) ? words.appeal : words.decision,
      link: `${origin()}${statementPath(secret, decision_id)}`,
      footnote: words.footnote,
    }),
  }
}
