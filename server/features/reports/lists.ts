import type { ReportedPost } from '#contract/reports.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import { countReportCases, listReportCases, listReportsOfCases } from '#server/store/reports/report-cases.ts'
import { countReportedPosts, listOpenReportsOf, listReportedPosts } from '#server/store/reports/reports.ts'
import { presentReportCase, presentReportedPost } from './present.ts'

/** With the size of the whole list. */
type ReportPage = Page<ReportedPost> & { total: number }

type Listing = Pick<Context, 'db' | 'now'>

/** The posts with open reports. */
export async function listOpen({ db, now }: Listing, viewer: Viewer, cursor: string | undefined): Promise<ReportPage> {
  const [rows, total] = await Promise.all([
    listReportedPosts(db, viewer.id, now(), parseCursor(cursor)),
    countReportedPosts(db),
  ])
  const { page, last } = cutPage(rows)
  const reports = await listOpenReportsOf(
    db,
    page.map(({ id }) => id),
  )
  return {
    items: page.map((row) =>
      presentReportedPost(
        row,
        reports.filter(({ post_id }) => post_id === row.id),
      ),
    ),
    cursor: last && formatCursor({ at: last.reported_at, id: last.id }),
    total,
  }
}

/** The decided cases, with the answers of the authors. */
export async function listHandled({ db }: Listing, viewer: Viewer, cursor: string | undefined): Promise<ReportPage> {
  const [rows, total] = await Promise.all([listReportCases(db, viewer.id, parseCursor(cursor)), countReportCases(db)])
  const { page, last } = cutPage(rows)
  const reports = await listReportsOfCases(
    db,
    page.map(({ id }) => id),
  )
  return {
    items: page.map((row) =>
      presentReportCase(
        row,
        reports.filter(({ case_id }) => case_id === row.id),
      ),
    ),
    cursor: last && formatCursor({ at: last.answered_at ?? last.handled_at, id: last.id }),
    total,
  }
}
