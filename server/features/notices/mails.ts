import type { Locale } from '#contract/accounts.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { NoticeRow } from '#server/store/notices.ts'
import { NOTICE_KINDS } from './kinds.ts'
import { noticeText } from './words.ts'

/** The texts around every notice mail. */
interface Words {
  action: string
  /** The last line. */
  footnote: string
  may_answer: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    action: 'See your notices',
    footnote: 'You get this mail because it concerns your Loge account.',
    may_answer: 'You may answer once, with your notices; our staff read it with the report.',
  },
  fr: {
    action: 'Voir vos avis',
    footnote: 'Vous recevez cet e-mail parce qu’il concerne votre compte Loge.',
    may_answer:
      'Vous pouvez répondre une fois, depuis vos avis\u202f; notre équipe lira votre réponse avec le signalement.',
  },
}

/** The same text as in the app, below the title of its kind. */
export function noticeMail(notice: NoticeRow, locale: Locale, link: string): Omit<Mail, 'to'> {
  const { action, footnote, may_answer } = WORDS[locale]
  const title = NOTICE_KINDS[notice.kind].title[locale]
  const text = [noticeText(notice, locale), ...(notice.may_answer ? [may_answer] : [])].join('\n\n')
  return { subject: title, ...layoutMail(locale, { title, text, action, link, footnote }) }
}
