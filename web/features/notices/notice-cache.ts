import type { InfiniteData } from '@tanstack/react-query'
import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'

export interface NoticePage {
  notices: Notice[]
  /** Of all notices, not only of this page. */
  unread: number
  /** What its texts are written in. */
  language: Locale
  next: string | null
}
export type NoticePages = InfiniteData<NoticePage>

export function noticesOf(pages: NoticePages | undefined): Notice[] {
  return pages?.pages.flatMap((page) => page.notices) ?? []
}

/** Which notice told last of a subscription; ids sort by time, and none is before them all. */
export function newestGrant(pages: NoticePages): string {
  return noticesOf(pages).find(({ kind }) => kind === 'subscription_granted')?.id ?? ''
}

/** As the server has them once those up to this one are read. Ids sort by time. */
export function markRead(pages: NoticePages, until: string): NoticePages {
  const read = change(pages, (notice) => (notice.id <= until ? { ...notice, read: true } : notice))
  const unread = noticesOf(read).filter((notice) => !notice.read).length
  return { ...read, pages: read.pages.map((page) => ({ ...page, unread })) }
}

/** With what one has just answered. */
export function markAnswered(pages: NoticePages, id: string, answer: string): NoticePages {
  return change(pages, (notice) => (notice.id === id ? { ...notice, may_answer: false, answer } : notice))
}

function change(pages: NoticePages, map: (notice: Notice) => Notice): NoticePages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, notices: page.notices.map(map) })) }
}
