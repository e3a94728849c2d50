import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import { type Pages, rowsOf } from '#web/lib/queries/paged-query.ts'

interface AboutNotices {
  /** Of all notices, not only of this page. */
  unread: number
  /** What its texts are written in. */
  language: Locale
}
export type NoticePages = Pages<Notice, AboutNotices>

/** The server's clock and this one differ. */
const CLOCKS_APART_MS = 5 * 60_000

/** Which notice told last of a subscription, and whether that was after what a page had shown by then. */
export function lookForGrant(
  pages: NoticePages,
  known: string | null,
  opened_at: number,
): { id: string; isNew: boolean } {
  const newest = rowsOf(pages).find(({ kind }) => kind === 'subscription_granted')
  if (!newest) return { id: '', isNew: false }
  // Of what the first list brings, some may have happened after the page was fetched. Ids sort by time.
  const isNew = known === null ? Date.parse(newest.created_at) > opened_at - CLOCKS_APART_MS : newest.id > known
  return { id: newest.id, isNew }
}

/** As the server has them once those up to this one are read. Ids sort by time. */
export function markRead(pages: NoticePages, until: string): NoticePages {
  const read = change(pages, (notice) => (notice.id <= until ? { ...notice, read: true } : notice))
  const unread = rowsOf(read).filter((notice) => !notice.read).length
  return { ...read, pages: read.pages.map((page) => ({ ...page, unread })) }
}

/** With what one has just answered. */
export function markAnswered(pages: NoticePages, id: string, answer: string): NoticePages {
  return change(pages, (notice) => (notice.id === id ? { ...notice, may_answer: false, answer } : notice))
}

function change(pages: NoticePages, map: (notice: Notice) => Notice): NoticePages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map(map) })) }
}
