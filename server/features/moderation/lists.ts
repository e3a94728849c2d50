import type { ReportedPost } from '#contract/admin.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { countReportCases, listReportCases, listReportsOfCases } from '#server/store/report-cases.ts'
import { type After, countReportedPosts, listOpenReportsOf, listReportedPosts } from '#server/store/reports.ts'
import { presentReportCase, presentReportedPost } from './present.ts'

export interface Page {
  posts: ReportedPost[]
  /** Where the next page begins; undefined when there is none. */
  cursor: string | undefined
  /** How many there are in all. */
  total: number
}

type Listing = Pick<Context, 'db'>

/** What waits to be judged. */
export async function listOpen({ db }: Listing, viewer: Viewer, cursor: string | undefined): Promise<Page> {
  const [rows, total] = await Promise.all([
    listReportedPosts(db, viewer.id, readCursor(cursor)),
    countReportedPosts(db),
  ])
  const page = rows.slice(0, PAGE_SIZE)
  const reports = await listOpenReportsOf(
    db,
    page.map(({ id }) => id),
  )
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  return {
    posts: page.map((row) =>
      presentReportedPost(
        row,
        reports.filter(({ post_id }) => post_id === row.id),
      ),
    ),
    cursor: last && writeCursor(last.reported_at, last.id),
    total,
  }
}

/** What was judged, and what was answered to that. */
export async function listHandled({ db }: Listing, viewer: Viewer, cursor: string | undefined): Promise<Page> {
  const [rows, total] = await Promise.all([listReportCases(db, viewer.id, readCursor(cursor)), countReportCases(db)])
  const page = rows.slice(0, PAGE_SIZE)
  const reports = await listReportsOfCases(
    db,
    page.map(({ id }) => id),
  )
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  return {
    posts: page.map((row) =>
      presentReportCase(
        row,
        reports.filter(({ case_id }) => case_id === row.id),
      ),
    ),
    cursor: last && writeCursor(last.answered_at ?? last.handled_at, last.id),
    total,
  }
}

function readCursor(cursor: string | undefined): After | undefined {
  const [time, id = ''] = cursor?.split('_') ?? []
  return time === undefined ? undefined : { at: new Date(Number(time)), id }
}

function writeCursor(at: Date, id: string): string {
  return `${at.getTime()}_${id}`
}
