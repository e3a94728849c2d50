import { type Case, type CaseCounts, type CaseFile, SEVERITIES } from '#contract/cases.ts'
import type { Decision } from '#contract/decisions.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { actionsOf, mayDecideAppeal } from '#server/domain/case-rights.ts'
import { notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, type Page } from '#server/paging.ts'
import {
  type CaseCursor,
  type CaseFileRow,
  type CaseQuery,
  type CaseRow,
  countCases,
  countWaitingCases,
  findCase,
  listCaseReports,
  listCases,
} from '#server/store/cases/cases.ts'
import { type DecisionRow, listActiveStaff, listDecisionsOfCase, listHistory } from '#server/store/cases/files.ts'
import { recordFirstReading } from './evidence.ts'

type Reading = Pick<Context, 'db' | 'now'>

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

export async function countQueue({ db, now }: Reading, staff: Viewer): Promise<CaseCounts> {
  const row = await countWaitingCases(db, staff.id)
  if (!row) throw new Error('a count has one row')
  const { oldest, ...counts } = row
  const oldest_days = oldest ? Math.floor((now().getTime() - oldest.getTime()) / DAY_MS) : 0
  return { ...counts, oldest_days: Math.max(0, oldest_days) }
}

export async function readCase(ctx: Reading, staff: Viewer, id: string): Promise<CaseFile> {
  const { db } = ctx
  await recordFirstReading(ctx, staff, id)
  const row = await findCase(db, staff.id, id)
  if (!row) throw notFound()
  const [reports, decisions, history, staff_members] = await Promise.all([
    listCaseReports(db, id),
    listDecisionsOfCase(db, id),
    row.subject_id === null ? [] : listHistory(db, row.subject_id),
    row.state === 'appealed' ? listActiveStaff(db) : [],
  ])
  const decidable = { ...row, is_subject_erased: row.subject_username === null }
  const appealed = decisions.find((decision) => isWaiting(decision))
  return {
    ...present(row),
    ...presentFile(row),
    reports: reports.map(({ created_at, evidence, picture_id, ...report }) => ({
      ...report,
      profile_pic: mediaPath(picture_id),
      evidence: row.evidence && evidence,
      created_at: created_at.toISOString(),
    })),
    decisions: decisions.map(presentDecision),
    history: history.map(({ at, actions, ...entry }) => ({ ...entry, at: at.toISOString(), actions: actions ?? [] })),
    may: actionsOf(staff, decidable),
    may_decide_appeal: appealed !== undefined && mayDecideAppeal(staff, decidable, appealed, staff_members),
  }
}

function isWaiting({ appealed_at, appeal_decided_at }: DecisionRow): boolean {
  return appealed_at !== null && appeal_decided_at === null
}

function presentFile(row: CaseFileRow) {
  return {
    decided_at: row.decided_at?.toISOString() ?? null,
    erase_at: row.erase_at?.toISOString() ?? null,
    legal_hold: row.legal_hold,
    is_protected: row.is_protected,
    evidence: row.evidence,
    sealed_type: row.sealed_type,
    sealed_count: row.sealed_count,
  }
}

function presentDecision(row: DecisionRow): Decision {
  const { id, actions, ground, facts, by, is_automated } = row
  return {
    id,
    actions,
    ground,
    facts,
    by,
    is_automated,
    until: row.until?.toISOString() ?? null,
    decided_at: row.decided_at.toISOString(),
    appeal_until: row.appeal_until.toISOString(),
    undone_at: row.undone_at?.toISOString() ?? null,
    appeal:
      row.appeal === null || row.appealed_at === null
        ? null
        : {
            text: row.appeal,
            appealed_at: row.appealed_at.toISOString(),
            outcome: row.appeal_outcome,
            answer: row.appeal_answer,
            decided_at: row.appeal_decided_at?.toISOString() ?? null,
          },
  }
}

function present(row: CaseRow): Case {
  const { id, number, kind, object_id, state, reasons, reports_count, notices_count } = row
  const { taken_by, is_hidden, needs_admin, is_restricted, appeal_not_for, closing_proposed_by } = row
  return {
    id,
    number,
    kind,
    object_id,
    subject: row.subject_id === null ? null : presentSubject(row, row.subject_id),
    state,
    severity: SEVERITIES[row.severity] ?? 'normal',
    reasons,
    reports_count,
    notices_count,
    opened_at: row.opened_at.toISOString(),
    waiting_since: row.waiting_since.toISOString(),
    due_at: row.due_at.toISOString(),
    taken_by,
    taken_by_pic: mediaPath(row.taker_picture_id),
    is_hidden,
    needs_admin,
    is_restricted,
    appeal_not_for,
    closing_proposed_by,
  }
}

function presentSubject({ subject_username, picture_id }: CaseRow, id: string): Case['subject'] {
  return { id, username: subject_username, profile_pic: mediaPath(picture_id) }
}

function formatCaseCursor({ severity, due_at, id }: CaseCursor): string {
  return `${severity}_${due_at.getTime()}_${id}`
}

function parseCaseCursor(cursor: string | undefined): CaseCursor | undefined {
  const [severity, time, id = ''] = cursor?.split('_') ?? []
  return severity === undefined ? undefined : { severity: Number(severity), due_at: new Date(Number(time)), id }
}
