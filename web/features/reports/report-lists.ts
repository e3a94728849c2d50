import type { REPORT_STATES, ReportedPost } from '#contract/reports.ts'
import { type Pages, rowsOf } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'

export type ReportState = (typeof REPORT_STATES)[number]

/** `total` counts all pages. */
export type ReportList = Pages<ReportedPost, { total: number }>

export function reportsKey(state: ReportState) {
  return [...staffKeys.reports, state] as const
}

/** The same post can be handled more than once, so its id alone is not unique. */
export function keyOf({ id, handled }: ReportedPost): string {
  return handled ? `${id} ${handled.at}` : id
}

/** Merges the pages without duplicates: a post that is reported again moves to the front and may be on two pages. */
export function postsIn(list: ReportList | undefined): ReportedPost[] {
  return rowsOf(list, keyOf)
}

export function totalOf(list: ReportList | undefined): number {
  return list?.pages[0]?.total ?? 0
}

/** Removes a post that was handled from the cached pages. */
export function withoutPost(list: ReportList, id: string): ReportList {
  if (!postsIn(list).some((post) => post.id === id)) return list
  const pages = list.pages.map((page) => ({
    ...page,
    rows: page.rows.filter((post) => post.id !== id),
    total: Math.max(0, page.total - 1),
  }))
  return { ...list, pages }
}
