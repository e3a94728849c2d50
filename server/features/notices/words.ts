import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { Notice } from '#contract/notices.ts'
import { actsOf, capitalised, mayAppeal } from '#server/domain/statements.ts'
import type { NoticeRow } from '#server/store/notices.ts'
import { NOTICE_KINDS } from './kinds.ts'

/** Long enough to recognise the post. */
const FIRST_WORDS = 60

/** The text of a notice, with the current names. */
export function noticeText(row: Omit<NoticeRow, 'id' | 'created_at' | 'read_at'>, locale: Locale): string {
  const { reason = null, expires_at, amount, object_kind = 'post' } = row.details
  const { missing = 'other', failure = 'other', last4 = null, factor = 'app' } = row.details
  const { decision_kind: kind, actions, parts, appeal_until } = row
  return NOTICE_KINDS[row.kind].text[locale]({
    post: row.description && excerpt(row.description),
    pictures: row.details.pictures ?? 1,
    reason,
    creator: row.creator,
    person: row.person,
    until: expires_at ? dateText(expires_at, locale, 'day', 'UTC') : null,
    amount: amount === undefined ? null : priceText(amount, locale),
    is_over: row.details.is_over ?? false,
    reported: object_kind,
    // Of a profile only parts are removed. Before there were decisions, every report that was upheld removed a post.
    is_removed: object_kind !== 'profile' && (row.handled_by?.includes('remove') ?? object_kind === 'post'),
    acts: kind && actions && capitalised(actsOf({ kind, actions, parts }, locale)),
    appeal_until: appeal_until && dateText(appeal_until, locale, 'day', 'UTC'),
    outcome: row.appeal_outcome,
    answer: row.appeal_answer,
    missing,
    failure,
    last4,
    factor,
  })
}

/** In place of the names while their positions are looked for. No text of a member has these characters. */
const MARKS = { creator: '\u0001', person: '\u0002' }

/** Where a text names people. A name that is also a word of the text is found only where it is a name. */
export function namesIn(row: NoticeRow, locale: Locale): NonNullable<Notice['names']> {
  const marked = noticeText(
    { ...row, creator: row.creator && MARKS.creator, person: row.person && MARKS.person },
    locale,
  )
  const names: NonNullable<Notice['names']> = []
  let at = 0
  for (const sign of marked) {
    const name = sign === MARKS.creator ? row.creator : sign === MARKS.person ? row.person : null
    const to = at + (name ?? sign).length
    if (name !== null) names.push({ from: at, to })
    at = to
  }
  return names
}

/** A notice of a decision is answered by an appeal, any other one as its case allows. */
export function mayAnswer({ kind, may_answer, ...row }: NoticeRow, now: Date): boolean {
  const { appeal_until, appealed_at, undone_at } = row
  if (row.decision_id === null || appeal_until === null) return may_answer
  return (kind === 'decision' || kind === 'post_removed') && mayAppeal({ appeal_until, appealed_at, undone_at }, now)
}

/** "€7.99" or "7,99 €". */
export function priceText(amount: string, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(Number(amount))
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Truncates a text to one line, between two words if possible, and never inside a grapheme. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  let count = 0
  for (const { index } of graphemes.segment(line)) {
    if (count === FIRST_WORDS) return `${withoutLastWord(line.slice(0, index))}…`
    count += 1
  }
  return line
}

/**
 * Cuts off the last word, which may be incomplete, with the space and the punctuation before it. It is not a regular
 * expression: a character may have thousands of combining marks, and backtracking would be quadratic.
 */
function withoutLastWord(line: string): string {
  const space = line.lastIndexOf(' ')
  let end = space === -1 ? line.search(/[,;:.!?…]/) : space
  if (end === -1) return line
  while (end > 0 && ' ,;:.!?…'.includes(line.charAt(end - 1))) end -= 1
  return line.slice(0, end)
}
