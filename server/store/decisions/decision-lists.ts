import { SEVERITIES } from '#contract/cases.ts'
import type { Queryable } from '#server/db/connect.ts'

type Line = Record<string, string | Date | null>

/** The maximum number of lines that one command prints. */
const LINES_MAX = 10_000

export const CASE_COLUMNS = [
  'number',
  'kind',
  'severity',
  'whom',
  'reasons',
  'reports',
  'opened',
  'due',
  'state',
] as const

/** The cases that wait, for the command line: the most severe first, then those that are due first. */
export async function listOpenCases(db: Queryable): Promise<Line[]> {
  const rows = await db<(Line & { severity: never; rank: number })[]>`
    select c.number, c.kind, c.severity as rank, coalesce(u.username, c.subject_id::text) as whom,
      (select string_agg(distinct r.reason, ', ') from case_reports r where r.case_id = c.id) as reasons,
      (select count(*)::text from case_reports r where r.case_id = c.id) as reports,
      c.opened_at as opened, c.due_at as due, case when c.needs_admin then 'needs an admin' else c.state end as state
    from cases c left join users u on u.id = c.subject_id
    where c.decided_at is null order by c.severity desc, c.due_at, c.id limit ${LINES_MAX}`
  return rows.map(({ rank, ...row }) => ({ ...row, severity: SEVERITIES[rank] ?? null }))
}

export const APPEAL_COLUMNS = [
  'number',
  'kind',
  'whom',
  'actions',
  'ground',
  'facts',
  'decided',
  'appealed',
  'appeal',
] as const

/** The appeals that wait, for the command line. */
export async function listOpenAppeals(db: Queryable): Promise<Line[]> {
  return await db<Line[]>`
    select c.number, c.kind, coalesce(u.username, d.subject_id::text) as whom, array_to_string(d.actions, ' ') as actions,
      d.ground, d.facts, d.decided_at as decided, d.appealed_at as appealed, d.appeal
    from decisions d join cases c on c.id = d.case_id left join users u on u.id = d.subject_id
    where d.appealed_at is not null and d.appeal_decided_at is null order by d.appealed_at, d.id limit ${LINES_MAX}`
}

export async function findCaseByNumber(db: Queryable, number: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`select id from cases where number = ${number}`
  return row?.id
}
