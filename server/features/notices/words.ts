import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { NoticeRow } from '#server/store/notices.ts'
import { NOTICE_KINDS } from './kinds.ts'

/** Enough of a post to know which one is meant. */
const FIRST_WORDS = 60

/** What a notice says, in the words of today. */
export function noticeText(
  row: Pick<NoticeRow, 'kind' | 'details' | 'description' | 'creator'>,
  locale: Locale,
): string {
  const { reason = null, expires_at } = row.details
  return NOTICE_KINDS[row.kind].text[locale]({
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
