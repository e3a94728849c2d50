import type { Locale } from '#contract/accounts.ts'
import type { NoticeTopic } from '#contract/notice-topics.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { exportLink } from '#server/domain/export-link.ts'
import { TOPIC_OF } from '#server/domain/notice-topics.ts'
import { balanceTexts, findLeftBalance } from '#server/domain/payouts/left-balance.ts'
import { statementPath } from '#server/domain/statement-token.ts'
import { statementOf } from '#server/domain/statements.ts'
import { layoutMail, type MailLink } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { findStatement, type StatementRow } from '#server/store/decisions/statements.ts'
import { findDeletionRequest } from '#server/store/deletion/deletion-requests.ts'
import type { EndingTicket, UnmailedNotice } from '#server/store/notice-mails.ts'
import { NOTICE_KINDS } from './kinds.ts'
import { ALL_CHOICES, isOpenTopic, TOPIC_WORDS } from './mail-words.ts'
import { ticketParts, toldParts } from './told-mail.ts'
import { leavePath, leaveToken, oneClickPath } from './unsubscribe.ts'
import { mayAnswer, noticeText } from './words.ts'

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
  /** Above what becomes of the money of a creator whose account was closed. */
  balance: string
  /** A link to a file for somebody who cannot sign in. */
  download: string
  download_note: string
  /** For a payment that was refused. */
  change_card: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    action: 'See your notices',
    footnote: 'You get this mail because it concerns your Loge account.',
    may_answer: 'You may answer once, with your notices; our staff read it with the report.',
    case: (number) => `Case ${number}`,
    decision: 'Read the decision',
    appeal: 'Read the decision, and appeal',
    balance: 'What becomes of your balance',
    download: 'Download your data',
    download_note: 'The link works without signing in. Whoever has it can download the file, so keep it to yourself.',
    change_card: 'Change your card',
  },
  fr: {
    action: 'Voir vos avis',
    footnote: 'Vous recevez cet e-mail parce qu’il concerne votre compte Loge.',
    may_answer:
      'Vous pouvez répondre une fois, depuis vos avis\u202f; notre équipe lira votre réponse avec le signalement.',
    case: (number) => `Dossier ${number}`,
    decision: 'Lire la décision',
    appeal: 'Lire la décision et la contester',
    balance: 'Ce que devient votre solde',
    download: 'Télécharger vos données',
    download_note:
      'Le lien fonctionne sans connexion. Toute personne qui l’a peut télécharger le fichier\u202f: gardez-le pour vous.',
    change_card: 'Changer de carte',
  },
}

export type Mailing = Pick<Context, 'config' | 'now' | 'origin' | 'payments' | 'payouts' | 'secret'>

/** The mail of a notice. It has a way out if its reader can switch such mails off. */
export async function noticeMail(
  ctx: Mailing,
  db: Queryable,
  notice: UnmailedNotice,
  ticket: EndingTicket | undefined,
): Promise<Omit<Mail, 'to'>> {
  const locale = notice.locale ?? 'en'
  const { subject: title, ...own } = ownParts(ctx, notice, { ticket, locale })
  const subject = title ?? NOTICE_KINDS[notice.kind].title[locale]
  if (notice.decision_id !== null) {
    const statement = await findStatement(db, notice.decision_id, ctx.now())
    if (statement) {
      const balance = await leftBalance(ctx, db, { notice, statement, locale })
      return decisionMail(ctx, { notice, statement, decision_id: notice.decision_id, locale, subject, balance })
    }
  }
  const topic = TOPIC_OF[notice.kind]
  const way_out = isOpenTopic(topic) ? wayOut(ctx, notice.user_id, [topic], locale) : undefined
  return {
    id: notice.id,
    subject,
    ...(way_out && { one_click_unsubscribe: way_out.one_click }),
    ...layoutMail(locale, {
      title: subject,
      link: `${ctx.origin()}${paths.notices}`,
      action: WORDS[locale].action,
      footnote: isOpenTopic(topic) && reasonFits(notice) ? TOPIC_WORDS[topic][locale].reason : WORDS[locale].footnote,
      hides_link: true,
      ...(way_out && { ways_out: way_out.links }),
      ...own,
    }),
  }
}

/** Other notices about tickets than that of their end come whenever they come. */
function reasonFits({ kind }: UnmailedNotice): boolean {
  return kind !== 'subscription_granted' && kind !== 'subscription_revoked'
}

interface Wording {
  ticket: EndingTicket | undefined
  locale: Locale
}

/** What the kind of a notice decides: its own words, or those of the app below the title of its kind. */
function ownParts(ctx: Mailing, notice: UnmailedNotice, { ticket, locale }: Wording) {
  const { creator } = notice
  const link = `${ctx.origin()}${NOTICE_KINDS[notice.kind].path(notice) ?? paths.notices}`
  if (ticket && creator !== null) return { link, ...ticketParts(ctx, { ...notice, creator }, { ticket, locale }) }
  const told = toldParts(ctx, notice, locale)
  if (told) return { link, subject: undefined, ...told }
  const { change_card, download, download_note, may_answer } = WORDS[locale]
  const text = [noticeText(notice, locale), ...(notice.may_answer ? [may_answer] : [])]
  if (notice.kind === 'payment_failed')
    return { subject: undefined, text: text.join('\n\n'), action: change_card, link }
  const { export_id } = notice.details
  if (!notice.is_frozen || !export_id) return { subject: undefined, text: text.join('\n\n') }
  const file = exportLink(ctx.origin(), ctx.secret, export_id)
  return { subject: undefined, text: [...text, download_note].join('\n\n'), action: download, link: file }
}

/** The links that end the mails about these topics, one for each, and the address for one click that ends all of them. */
export function wayOut(
  { origin, secret }: Pick<Context, 'origin' | 'secret'>,
  user_id: string,
  topics: readonly NoticeTopic[],
  locale: Locale,
): { links: MailLink[]; one_click: string } {
  const links = topics.filter(isOpenTopic).map((topic) => ({
    words: TOPIC_WORDS[topic][locale].leave,
    link: `${origin()}${leavePath(leaveToken(secret, user_id, [topic]))}`,
  }))
  const choices = { words: ALL_CHOICES[locale], link: `${origin()}${paths.settings_notices}` }
  return {
    links: [...links, choices],
    one_click: `${origin()}${oneClickPath(leaveToken(secret, user_id, topics))}`,
  }
}

interface DecisionMail {
  notice: UnmailedNotice
  statement: StatementRow
  decision_id: string
  locale: Locale
  subject: string
  /** What becomes of the money that is left. */
  balance: string[]
}

/** Whose account was closed cannot sign in any more: what becomes of their money is only in the mail. */
async function leftBalance(
  ctx: Mailing,
  db: Queryable,
  { notice, statement, locale }: Pick<DecisionMail, 'notice' | 'statement' | 'locale'>,
): Promise<string[]> {
  if (notice.kind === 'appeal_decided' || !statement.actions.includes('close')) return []
  // Whoever was restored meanwhile has their balance as before.
  const request = await findDeletionRequest(db, notice.user_id)
  const balance = request && (await findLeftBalance({ ...ctx, db }, notice.user_id, request.erased_at))
  return balance ? balanceTexts(locale, balance, 'closed') : []
}

/** The whole statement of reasons, because a frozen person cannot sign in to read it. */
function decisionMail(
  { now, origin, secret }: Mailing,
  { notice, statement, decision_id, locale, subject, balance }: DecisionMail,
): Omit<Mail, 'to'> {
  const words = WORDS[locale]
  const { title, paragraphs, number } = statementOf(statement, locale, now())
  const isFirst = notice.kind !== 'appeal_decided'
  const money = balance.length > 0 ? [{ title: words.balance, text: balance.join('\n\n') }] : []
  return {
    id: notice.id,
    subject,
    ...layoutMail(locale, {
      title: isFirst ? title : subject,
      // The notice of a decision says no more than the title of the letter and its first paragraph.
      text: [words.case(number), ...(notice.kind === 'decision' ? [] : [noticeText(notice, locale)])].join('\n\n'),
      ...(isFirst && { paragraphs: [...paragraphs, ...money] }),
      action: mayAnswer(notice, now()) ? words.appeal : words.decision,
      link: `${origin()}${statementPath(secret, decision_id)}`,
      footnote: words.footnote,
    }),
  }
}
