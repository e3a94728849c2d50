import type { REPORT_STATES } from '#contract/limits.ts'
import type { ReportedPost } from '#contract/reports.ts'
import { type Pages, rowsOf } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

export type ReportState = (typeof REPORT_STATES)[number]

/** `total`: how many there are in all. */
export type ReportList = Pages<ReportedPost, { total: number }>

export function reportsKey(state: ReportState) {
  return [...queryKeys.reports, state] as const
}

/** The same post may be judged more than once. */
export function keyOf({ id, handled }: ReportedPost): string {
  return handled ? `${id} ${handled.at}` : id
}

/** Each once: one that is reported again moves to the front, and may come along with two pages. */
export function postsIn(list: ReportList | undefined): ReportedPost[] {
  return rowsOf(list, keyOf)
}

export function totalOf(list: ReportList | undefined): number {
  return list?.pages[0]?.total ?? 0
}

/** Without a post that waits no more. */
export function withoutPost(list: ReportList, id: string): ReportList {
  if (!postsIn(list).some((post) => post.id === id)) return list
  const pages = list.pages.map((page) => ({
    ...page,
    rows: page.rows.filter((post) => post.id !== id),
    total: Math.max(0, page.total - 1),
  }))
  return { ...list, pages }
}
