import type { Locale } from '#contract/accounts.ts'
import type { CASE_REASONS } from '#contract/cases.ts'
import { APPEAL_DAYS } from '#contract/decisions.ts'
import { layoutMail } from '#server/mail/layout.ts'
import { timeInUtc } from '#server/mail/link-mail.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { ContentNotice } from '#server/store/content-notices/content-notices.ts'

type Reason = (typeof CASE_REASONS)[number]

/** The reasons in the words of the form and its receipt. */
export const REASON_WORDS: Record<Locale, Record<Reason, string>> = {
  en: {
    minor: 'Someone under 18',
    non_consensual: 'Shown without consent',
    threat: 'Threats, hate or violence',
    harassment: 'Harassment',
    identity: 'A name misused',
    copyright: 'A work or a name misused',
    illegal_goods: 'Something illegal for sale',
    spam: 'Spam or a scam',
    other: 'Something else illegal',
  },
  fr: {
    minor: 'Une personne de moins de 18 ans',
    non_consensual: 'Personne montrée sans son accord',
    threat: 'Menaces, haine ou violence',
    harassment: 'Harcèlement',
    identity: 'Un nom détourné',
    copyright: 'Une œuvre ou un nom détourné',
    illegal_goods: 'Quelque chose d’illégal à vendre',
    spam: 'Spam ou arnaque',
    other: 'Autre chose d’illégal',
  },
}

interface Links {
  /** The page that follows the notice. */
  follow: string
  contact: string
}

const RECEIPT = {
  en: {
    title: (number: string) => `We have your notice ${number}`,
    text: 'Thank you. A person looks at it, usually within a day. When we have decided, you get a mail.',
    received: 'Received',
    about: 'About',
    reason: 'Reason',
    words: 'What you wrote',
    action: 'Follow this notice',
    footnote:
      'Answer this mail to add something. We never tell the author who you are. If you wrote nothing to us, somebody typed your address by mistake, and you can leave this mail alone.',
  },
  fr: {
    title: (number: string) => `Nous avons votre notification ${number}`,
    text: 'Merci. Une personne la regarde, d’habitude en un jour. Quand nous aurons décidé, vous recevrez un e-mail.',
    received: 'Reçue',
    about: 'À propos de',
    reason: 'Motif',
    words: 'Ce que vous avez écrit',
    action: 'Suivre cette notification',
    footnote:
      'Répondez à cet e-mail pour ajouter quelque chose. Nous ne disons jamais à l’auteur qui vous êtes. Si vous ne nous avez rien écrit, quelqu’un a saisi votre adresse par erreur\u202f: vous pouvez ignorer cet e-mail.',
  },
} as const

/** The receipt, with a copy of the words. */
export function receiptMail(
  notice: ContentNotice,
  locale: Locale,
  { follow }: Pick<Links, 'follow'>,
): Omit<Mail, 'to'> {
  const words = RECEIPT[locale]
  const colon = locale === 'fr' ? '\u202f:' : ':'
  const title = words.title(notice.number)
  const text = [
    words.text,
    '',
    `${words.received}${colon} ${timeInUtc(locale, notice.created_at)} UTC`,
    `${words.reason}${colon} ${REASON_WORDS[locale][notice.reason]}`,
    `${words.about}${colon}`,
    ...notice.urls,
    '',
    `${words.words}${colon}`,
    notice.explanation,
  ].join('\n')
  const { action, footnote } = words
  return { subject: title, ...layoutMail(locale, { title, text, action, link: follow, footnote }) }
}

const OUTCOME = {
  en: {
    title: (number: string) => `We have decided about your notice ${number}`,
    acted: 'A person looked at what you reported, and we acted against it. The author was told why, and can appeal.',
    dismissed:
      'A person looked at what you reported. We did not find it illegal or against our terms of service, so it stays.',
    contest: (contact: string) =>
      `If you disagree, answer this mail within ${APPEAL_DAYS} days and say why, or write to us at ${contact}: somebody else looks at it again. You can also go to a certified body for out-of-court dispute settlement, or to a court.`,
    action: 'See this notice',
    footnote: 'Your name, your address and your words are erased two years after the decision.',
  },
  fr: {
    title: (number: string) => `Nous avons décidé au sujet de votre notification ${number}`,
    acted:
      'Une personne a regardé ce que vous avez signalé, et nous avons agi. L’auteur en connaît la raison et peut faire appel.',
    dismissed:
      'Une personne a regardé ce que vous avez signalé. Nous n’y avons rien trouvé d’illégal ou de contraire à nos conditions\u202f: le contenu reste en ligne.',
    contest: (contact: string) =>
      `Si vous n’êtes pas d’accord, répondez à cet e-mail dans les ${APPEAL_DAYS} jours en disant pourquoi, ou écrivez-nous sur ${contact}\u202f: une autre personne regardera de nouveau. Vous pouvez aussi saisir un organe certifié de règlement extrajudiciaire des litiges, ou un tribunal.`,
    action: 'Voir cette notification',
    footnote: 'Votre nom, votre adresse et vos mots sont effacés deux ans après la décision.',
  },
} as const

/** What was decided, and the way to contest it (article 16(5) of the Digital Services Act). */
export function outcomeMail(
  { number, outcome }: ContentNotice,
  locale: Locale,
  { follow, contact }: Links,
): Omit<Mail, 'to'> {
  const words = OUTCOME[locale]
  const title = words.title(number)
  const text = `${words[outcome ?? 'dismissed']}\n\n${words.contest(contact)}`
  const { action, footnote } = words
  return { subject: title, ...layoutMail(locale, { title, text, action, link: follow, footnote }) }
}
