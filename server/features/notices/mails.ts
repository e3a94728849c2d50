import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { NoticeRow } from '#server/store/notices.ts'
import { noticeText } from './words.ts'

interface Words {
  titles: Record<Notice['kind'], string>
  action: string
  /** Below it all. */
  footnote: string
  may_answer: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    titles: {
      post_removed: 'Your post was removed',
      report_upheld: 'Your report was handled',
      report_dismissed: 'Your report was handled',
      subscription_granted: 'A subscription for you',
      creator_approved: 'The stage is yours',
      export_ready: 'Your data is ready',
    },
    action: 'See your notices',
    footnote: 'You get this mail because it concerns your Loge account.',
    may_answer: 'You may answer once, with your notices; our staff read it with the report.',
  },
  fr: {
    titles: {
      post_removed: 'Votre publication a été retirée',
      report_upheld: 'Votre signalement a été traité',
      report_dismissed: 'Votre signalement a été traité',
      subscription_granted: 'Un abonnement pour vous',
      creator_approved: 'La scène est à vous',
      export_ready: 'Vos données sont prêtes',
    },
    action: 'Voir vos avis',
    footnote: 'Vous recevez cet e-mail parce qu’il concerne votre compte Loge.',
    may_answer:
      'Vous pouvez répondre une fois, depuis vos avis\u202f; notre équipe lira votre réponse avec le signalement.',
  },
}

/** The same words as in the app. */
export function noticeMail(notice: NoticeRow, locale: Locale, link: string): Omit<Mail, 'to'> {
  const { titles, action, footnote, may_answer } = WORDS[locale]
  const title = titles[notice.kind]
  const text = [noticeText(notice, locale), ...(notice.may_answer ? [may_answer] : [])].join('\n\n')
  return { subject: title, ...layoutMail(locale, { title, text, action, link, footnote }) }
}
