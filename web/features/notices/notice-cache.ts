import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import { type Pages, rowsOf } from '#web/lib/queries/paged-query.ts'

interface AboutNotices {
  /** The count of all notices, not only of this page. */
  unread: number
  /** Those of them that are not about a conversation, whose messages have a count of their own. */
  apart: number
  /** The language of the texts, which the server renders. */
  language: Locale
}
export type NoticePages = Pages<Notice, AboutNotices>

/** Tolerance for clock skew between the server and this device. */
const CLOCK_SKEW_MS = 5 * 60_000

/** Payments are told by an event of their own, too, which a page that was cut off has missed. */
const ACCESS_CHANGES: readonly Notice['kind'][] = [
  'subscription_granted',
  'subscription_revoked',
  'payment_received',
  'payment_refunded',
]

/** The newest notice of a subscription that was granted, paid, refunded or revoked, and whether the open page may not know of it yet. */
export function findAccessChange(
  pages: NoticePages,
  known_id: string | null,
  opened_at: number,
): { id: string; isNew: boolean } {
  const newest = rowsOf(pages).find(({ kind }) => ACCESS_CHANGES.includes(kind))
  if (!newest) return { id: '', isNew: false }
  // The first list is compared with the time the page was opened, later ones with the last known id. Ids sort by time.
  const isNew = known_id === null ? Date.parse(newest.created_at) > opened_at - CLOCK_SKEW_MS : newest.id > known_id
  return { id: newest.id, isNew }
}

/** Marks all notices up to this one as read, or all of them with null, like the server. Ids sort by time. */
export function markRead(pages: NoticePages, until: string | null): NoticePages {
  const read = mapNotices(pages, (notice) =>
    until === null || notice.id <= until ? { ...notice, read: true } : notice,
  )
  const unread = rowsOf(read).filter((notice) => !notice.read)
  const apart = unread.filter(({ kind }) => kind !== 'new_message' && kind !== 'new_reaction')
  const counts = { unread: unread.length, apart: apart.length }
  return { ...read, pages: read.pages.map((page) => ({ ...page, ...counts })) }
}

/** Stores the answer that was just sent. */
export function markAnswered(pages: NoticePages, id: string, answer: string): NoticePages {
  return mapNotices(pages, (notice) => (notice.id === id ? { ...notice, may_answer: false, answer } : notice))
}

function mapNotices(pages: NoticePages, map: (notice: Notice) => Notice): NoticePages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map(map) })) }
}
