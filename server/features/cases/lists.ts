import { type Case, type CaseFile, SEVERITIES } from '#contract/cases.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, type Page } from '#server/paging.ts'
import {
  type CaseCursor,
  type CaseQuery,
  type CaseRow,
  countCases,
  findCase,
  listCaseReports,
  listCases,
} from '#server/store/cases/cases.ts'

type Reading = Pick<Context, 'db'>

/** With the size of the whole list. */
export async function listQueue(
  { db }: Reading,
  staff: Viewer,
  query: CaseQuery,
  cursor: string | undefined,
): Promise<Page<Case> & { total: number }> {
  const [rows, total] = await Promise.all([
    listCases(db, staff.id, query, parseCaseCursor(cursor)),
    countCases(db, staff.id, query),
  ])
  const { page, last } = cutPage(rows)
  return { items: page.map(present), cursor: last && formatCaseCursor(last), total }
}

export async function readCase({ db }: Reading, staff: Viewer, id: string): Promise<CaseFile> {
  const row = await findCase(db, staff.id, id)
  if (!row) throw notFound()
  const reports = await listCaseReports(db, id)
  return {
    ...present(row),
    decided_at: row.decided_at?.toISOString() ?? null,
    erase_at: row.erase_at?.toISOString() ?? null,
    legal_hold: row.legal_hold,
    evidence: row.evidence,
    sealed_type: row.sealed_type,
    reports: reports.map(({ created_at, evidence, ...report }) => ({
      ...report,
      evidence: row.evidence && evidence,
      created_at: created_at.toISOString(),
    })),
  }
}

function present(row: CaseRow): Case {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    object_id: row.object_id,
    subject: row.subject_id === null ? null : subjectOf(row, row.subject_id),
    state: row.state,
    severity: SEVERITIES[row.severity] ?? 'normal',
    reasons: row.reasons,
    reports_count: row.reports_count,
    opened_at: row.opened_at.toISOString(),
    due_at: row.due_at.toISOString(),
    taken_by: row.taken_by,
  }
}

function subjectOf({ subject_username, picture_id }: CaseRow, id: string) {
  return { id, username: subject_username, profile_pic: mediaPath(picture_id) }
}

function formatCaseCursor({ severity, due_at, id }: CaseCursor): string {
  return `${severity}_${due_at.getTime()}_${id}`
}

function parseCaseCursor(cursor: string | undefined): CaseCursor | undefined {
  const [severity, time, id = ''] = cursor?.split('_') ?? []
  return severity === undefined ? undefined : { severity: Number(severity), due_at: new Date(Number(time)), id }
}
