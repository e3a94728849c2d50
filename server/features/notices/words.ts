import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { Notice } from '#contract/notices.ts'
import type { NoticeRow } from '#server/store/notices.ts'

/** Enough of a post to know which one is meant. */
const FIRST_WORDS = 60

/** What words are made of. */
interface Facts {
  /** How the post begins. */
  post: string | null
  reason: string | null
  creator: string | null
  /** A day, as the language writes it. */
  until: string | null
}

type Sentences = Record<Notice['kind'], (facts: Facts) => string>

const SENTENCES: Record<Locale, Sentences> = {
  en: {
    post_removed: ({ post, reason }) =>
      `${post ? `Your post “${post}”` : 'One of your posts'} was removed by our staff.${reason ? `\nReason: ${reason}` : ''}`,
    report_upheld: () => 'Thank you for your report: the post you reported was removed.',
    report_dismissed: () =>
      'Thank you for your report. Our staff looked at the post and found nothing against the rules, so it stays.',
    subscription_granted: ({ creator, until }) =>
      `Our staff gave you a complimentary subscription to ${creator ?? 'a creator who has left since'}${until ? `, until ${until}` : ''}.`,
    creator_approved: () => 'Our staff approved you as a creator. Your profile is yours to open.',
    export_ready: ({ until }) =>
      `Everything your account holds is ready to be fetched${until ? `, until ${until}` : ''}.`,
  },
  fr: {
    post_removed: ({ post, reason }) =>
      `${post ? `Votre publication «\u202f${post}\u202f»` : 'Une de vos publications'} a été retirée par notre équipe.${reason ? `\nMotif\u202f: ${reason}` : ''}`,
    report_upheld: () => 'Merci de votre signalement\u202f: la publication que vous aviez signalée a été retirée.',
    report_dismissed: () =>
      'Merci de votre signalement. Notre équipe a examiné la publication et n’y a rien trouvé de contraire aux règles\u202f: elle reste en ligne.',
    subscription_granted: ({ creator, until }) =>
      `Notre équipe vous a offert un abonnement à ${creator ?? 'une personne qui n’est plus là'}${until ? `, jusqu’au ${until}` : ''}.`,
    creator_approved: () =>
      'Notre équipe vous a ouvert la scène\u202f: vous pouvez maintenant créer votre profil de créateur ou de créatrice.',
    export_ready: ({ until }) =>
      `Tout ce que contient votre compte est prêt à être téléchargé${until ? `, jusqu’au ${until}` : ''}.`,
  },
}

/** What a notice says, in the words of today: it names nobody of the staff, and nobody who reported anything. */
export function noticeText(
  row: Pick<NoticeRow, 'kind' | 'details' | 'description' | 'creator'>,
  locale: Locale,
): string {
  const { reason = null, expires_at } = row.details
  return SENTENCES[locale][row.kind]({
    post: row.description && firstWords(row.description),
    reason,
    creator: row.creator,
    until: expires_at ? dateText(expires_at, locale, 'day', 'UTC') : null,
  })
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The beginning of a text on one line, cut between two words where that is possible, and never within a character. */
export function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  let count = 0
  for (const { index } of graphemes.segment(line)) {
    if (count === FIRST_WORDS) return `${withoutLastWord(line.slice(0, index))}…`
    count += 1
  }
  return line
}

/**
 * Cuts off the last word, which may be half of one, with the space and the punctuation before it. Not a regular
 * expression: a character may carry thousands of accents, and each punctuation mark would be a place to start over from.
 */
function withoutLastWord(line: string): string {
  const space = line.lastIndexOf(' ')
  let end = space === -1 ? line.search(/[,;:.!?…]/) : space
  if (end === -1) return line
  while (end > 0 && ' ,;:.!?…'.includes(line.charAt(end - 1))) end -= 1
  return line.slice(0, end)
}
