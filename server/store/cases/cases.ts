import type { Role } from '#contract/accounts.ts'
import {
  type CASE_STATE_FILTERS,
  type Case,
  type CaseCounts,
  type CaseKind,
  type CaseState,
  type Evidence,
  type ReportReason,
  SEVERITIES,
} from '#contract/cases.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { FIRST_ID, PAGE_ROWS } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import {
  isObjectHidden,
  isObjectProtected,
  mayOpenEvidence,
  mayReadEvidence,
  maySeeCase,
} from '#server/store/visibility/cases.ts'
import { presentPicture } from '#server/store/visibility/people.ts'
import type { LostObject, ReportedObject } from './reported-objects.ts'
import { urgencyOf } from './severity.ts'

/** How long evidence is kept after the decision. */
export const EVIDENCE_KEPT_DAYS = 180

/** How many reports of one case are listed, newest first; the others are only counted. */
const CASE_REPORTS_SHOWN = 20

export interface NewCaseReport {
  /** Null for somebody without an account. */
  reporter_id: string | null
  /** The notice of that person. */
  content_notice_id?: string
  reason: ReportReason
  description: string | null
  now: Date
}

/** Serialises the reports of one object, so that only one of them opens its case. */
export async function lockCaseOf(db: Tx, { kind, object_id }: Pick<ReportedObject | LostObject, 'kind' | 'object_id'>) {
  await db`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${object_id}`}, 0))`
}

/**
 * Adds a report to the case of an object, and opens one if none waits for a decision. False if this person reported the
 * same before: a profile can change, so a new report is possible after the decision; everything else only once.
 */
export async function addToCase(db: Tx, object: ReportedObject | LostObject, report: NewCaseReport): Promise<boolean> {
  const { kind, object_id } = object
  await lockCaseOf(db, object)
  const earlier = await db`
    select from case_reports r join cases c on c.id = r.case_id
    where c.kind = ${kind} and c.object_id = ${object_id} and r.reporter_id = ${report.reporter_id}
      and (c.kind <> 'profile' or c.decided_at is null)`
  if (earlier.length > 0) return false
  const { severity, due_at } = urgencyOf(report.reason, report.now)
  const [joined] = await db<{ id: string; is_same: boolean }[]>`
    update cases set severity = greatest(severity, ${severity}), due_at = least(due_at, ${due_at})
    where kind = ${kind} and object_id = ${object_id} and decided_at is null
    returning id, evidence = ${db.json(object.evidence)} as is_same`
  const case_id = joined?.id ?? (await openCase(db, object, { severity, due_at, now: report.now }))
  await db`
    insert into case_reports (id, case_id, reporter_id, content_notice_id, reason, description, evidence, created_at)
    values (
      ${newId(report.now)}, ${case_id}, ${report.reporter_id}, ${report.content_notice_id ?? null}, ${report.reason},
      ${report.description}, ${joined && !joined.is_same ? db.json(object.evidence) : null}, ${report.now}
    )`
  return true
}

interface Urgency {
  severity: number
  due_at: Date
  now: Date
}

/** The files of the object are held from this moment on, and sealed by a job. */
export async function openCase(
  db: Tx,
  { kind, object_id, subject_id, evidence, media, further_media = [] }: ReportedObject | LostObject,
  { severity, due_at, now }: Urgency,
): Promise<string> {
  const id = newId(now)
  await db`
    insert into cases ${db({
      id,
      number: await takeNumber(db, now),
      kind,
      object_id,
      subject_id,
      state: 'open',
      severity,
      opened_at: now,
      due_at,
      evidence: db.json(evidence) as never,
      source_key: media?.store_key ?? null,
      source_files: (media ? db.json(media.files as never) : null) as never,
      sealed_type: media?.content_type ?? null,
    })}`
  for (const [index, { store_key, files, content_type }] of further_media.entries())
    await db`
      insert into case_files (case_id, position, source_key, source_files, sealed_type)
      values (${id}, ${index + 2}, ${store_key}, ${db.json(files as never)}, ${content_type})`
  return id
}

/** The next number of the year. The row is locked until the transaction ends, so that the numbers have no gaps. */
async function takeNumber(db: Tx, now: Date): Promise<string> {
  const year = now.getUTCFullYear()
  const [row] = await db<{ last: number }[]>`
    insert into case_numbers (year, last) values (${year}, 1)
    on conflict (year) do update set last = case_numbers.last + 1 returning last`
  return `${year}-${String(row?.last ?? 1).padStart(4, '0')}`
}

/** The cursor of the queue: severity, due date and id of the last row of the page before. */
export interface CaseCursor {
  severity: number
  due_at: Date
  id: string
}

const FIRST_CASES: CaseCursor = { severity: SEVERITIES.length, due_at: new Date(0), id: FIRST_ID }

export interface CaseRow {
  id: string
  number: string
  kind: CaseKind
  object_id: string
  /** Null for a `notice`. */
  subject_id: string | null
  subject_username: string | null
  picture_id: string | null
  state: CaseState
  severity: number
  reasons: Case['reasons']
  reports_count: number
  notices_count: number
  opened_at: Date
  waiting_since: Date
  due_at: Date
  taken_by: string | null
  taker_picture_id: string | null
  is_hidden: boolean
  needs_admin: boolean
  is_restricted: boolean
  appeal_not_for: string | null
  closing_proposed_by: string | null
}

export interface CaseQuery {
  state: (typeof CASE_STATE_FILTERS)[number]
  kind?: CaseKind | undefined
  severity?: number | undefined
  /** Only those that have waited since this moment, or for longer. */
  waiting_since?: Date | undefined
  taken?: 'me' | 'nobody' | undefined
}

/** A page of cases, the worst first, then those that are due first, plus the first row of the next page. */
export async function listCases(
  db: Queryable,
  staff_id: string,
  query: CaseQuery,
  after: CaseCursor = FIRST_CASES,
): Promise<CaseRow[]> {
  return await db<CaseRow[]>`
    select ${caseColumns(db)}
    from (
        select c.* from cases c
        where ${inQueue(db, staff_id, query)}
          and c.severity <= ${after.severity}
          and (c.severity < ${after.severity} or (c.due_at, c.id) > (${after.due_at}, ${after.id}))
        order by c.severity desc, c.due_at, c.id limit ${PAGE_ROWS}
      ) c ${caseJoins(db)}
    order by c.severity desc, c.due_at, c.id`
}

export async function countCases(db: Queryable, staff_id: string, query: CaseQuery): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from cases c where ${inQueue(db, staff_id, query)}`
  return row?.count ?? 0
}

function inQueue(db: Queryable, staff_id: string, { state, kind, severity, waiting_since, taken }: CaseQuery) {
  // Not a list of two states: the partial index `cases_waiting` has this condition.
  const conditions = [state === 'waiting' ? db`c.state <> 'decided'` : db`c.state = ${state}`, maySeeCase(db, staff_id)]
  if (kind !== undefined) conditions.push(db`c.kind = ${kind}`)
  if (severity !== undefined) conditions.push(db`c.severity = ${severity}`)
  if (waiting_since !== undefined) conditions.push(db`${waitingSince(db)} <= ${waiting_since}`)
  if (taken === 'me') conditions.push(db`c.taken_by = ${staff_id}`)
  if (taken === 'nobody') conditions.push(db`not ${isTaken(db)}`)
  return conditions.reduce((all, condition) => db`${all} and ${condition}`)
}

/** Whoever has lost their role has no case any more. */
function isTaken(db: Queryable) {
  return db`exists (select from users taker where taker.id = c.taken_by and taker.role is not null)`
}

/** Since when the case `c` waits for staff: its opening, or the complaint. */
function waitingSince(db: Queryable) {
  return db`
    case when c.state = 'appealed'
      then coalesce((select max(d.appealed_at) from decisions d where d.case_id = c.id and d.appeal_decided_at is null), c.opened_at)
      else c.opened_at end`
}

export interface CaseCountsRow extends Omit<CaseCounts, 'oldest_days'> {
  oldest: Date | null
}

/** How many cases wait for staff. Complaints are not counted by kind. */
export async function countWaitingCases(db: Queryable, staff_id: string): Promise<CaseCountsRow | undefined> {
  const counted = (kind: CaseKind) =>
    db`(count(*) filter (where c.state = 'open' and c.kind = ${kind}))::int as ${db(kind)}`
  const [row] = await db<CaseCountsRow[]>`
    select count(*)::int as all, ${counted('post')}, ${counted('story')}, ${counted('message')}, ${counted('profile')},
      ${counted('notice')}, (count(*) filter (where c.state = 'appealed'))::int as appeals,
      min(${waitingSince(db)}) as oldest
    from cases c where c.state <> 'decided' and ${maySeeCase(db, staff_id)}`
  return row
}

function caseColumns(db: Queryable) {
  return db`
    c.id, c.number, c.kind, c.object_id, c.subject_id, subject.username as subject_username,
    ${presentPicture(db, { users: 'subject', picture: 'pr.picture_id' })} as picture_id, c.state,
    c.severity, c.opened_at, ${waitingSince(db)} as waiting_since, c.due_at, taker.username as taken_by,
    ${presentPicture(db, { users: 'taker', picture: 'taker_pr.picture_id' })} as taker_picture_id, told.reasons, told.reports_count, told.notices_count, told.is_restricted,
    ${isObjectHidden(db)} as is_hidden, c.needs_admin, complaint.not_for as appeal_not_for,
    proposer.username as closing_proposed_by`
}

function caseJoins(db: Queryable) {
  return db`
    left join users subject on subject.id = c.subject_id
    left join profiles pr on pr.id = c.subject_id
    left join users taker on taker.id = c.taken_by and taker.role is not null
    left join profiles taker_pr on taker_pr.id = taker.id
    left join users proposer on proposer.id = c.closing_proposed_by
    left join lateral (
      select decider.username as not_for from decisions d join users decider on decider.id = d.decided_by
      where d.case_id = c.id and d.appealed_at is not null and d.appeal_decided_at is null
      order by d.id desc limit 1
    ) complaint on c.state = 'appealed'
    cross join lateral (
      select coalesce(json_agg(reason order by times desc, reason), '[]') as reasons,
        coalesce(sum(times), 0)::int as reports_count, coalesce(sum(notices), 0)::int as notices_count,
        coalesce(bool_or(reason = 'minor'), false) as is_restricted
      from (
        select reason, count(*) as times, count(content_notice_id) as notices
        from case_reports where case_id = c.id group by reason
      ) counted
    ) told`
}

export interface CaseFileRow extends CaseRow {
  subject_role: Role | null
  decided_at: Date | null
  erase_at: Date | null
  legal_hold: boolean
  is_protected: boolean | null
  /** Null if this member of staff may not read it. */
  evidence: Evidence | null
  sealed_type: string | null
  /** How many files the evidence has. */
  sealed_count: number
}

export async function findCase(db: Queryable, staff_id: string, id: string): Promise<CaseFileRow | undefined> {
  const [row] = await db<CaseFileRow[]>`
    select ${caseColumns(db)}, subject.role as subject_role, c.decided_at, c.erase_at, c.legal_hold,
      ${isObjectProtected(db)} as is_protected,
      case when ${mayReadEvidence(db, staff_id)} then c.evidence end as evidence,
      case when ${mayOpenEvidence(db, staff_id)} and coalesce(c.sealed_key, c.source_key) is not null
        then c.sealed_type end as sealed_type,
      case when ${mayOpenEvidence(db, staff_id)} then (
          select count(*)::int from (
            select coalesce(c.sealed_key, c.source_key) as key
            union all select coalesce(f.sealed_key, f.source_key) from case_files f where f.case_id = c.id
          ) kept where key is not null
        ) else 0 end as sealed_count
    from cases c ${caseJoins(db)}
    where c.id = ${id} and ${maySeeCase(db, staff_id)}`
  return row
}

export interface CaseReportRow {
  id: string
  author: string | null
  picture_id: string | null
  notice_number: string | null
  reason: ReportReason
  description: string | null
  evidence: Evidence | null
  created_at: Date
}

/** The newest reports of a case, oldest first. */
export async function listCaseReports(db: Queryable, case_id: string): Promise<CaseReportRow[]> {
  return await db<CaseReportRow[]>`
    select r.id, u.username as author, ${presentPicture(db, { users: 'u', picture: 'p.picture_id' })} as picture_id, n.number as notice_number, r.reason, r.description, r.evidence,
      r.created_at
    from (select * from case_reports where case_id = ${case_id} order by id desc limit ${CASE_REPORTS_SHOWN}) r
      left join users u on u.id = r.reporter_id
      left join profiles p on p.id = r.reporter_id
      left join content_notices n on n.id = r.content_notice_id
    order by r.id`
}
