import type { OwnReport } from '#contract/reports.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { cutPage, type Page } from '#server/paging.ts'
import { listReportsBy } from '#server/store/reports/own-reports.ts'

/** What a member has reported, with the outcome and nothing else of the decision. */
export async function listOwnReports(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  before: string | undefined,
): Promise<Page<OwnReport>> {
  const { page, last } = cutPage(await listReportsBy(db, viewer.id, before))
  const items = page.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
  return { items, cursor: last?.id }
}
