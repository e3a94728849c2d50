import type { ReportedKind } from '#contract/cases.ts'
import type { Action, ProfilePart } from '#contract/decisions.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { maySeeCase } from '#server/store/visibility/cases.ts'
import { later } from '#server/time.ts'

/** How soon staff should answer an appeal. */
const APPEAL_DUE_MS = 7 * DAY_MS

/** Files the one appeal against a decision. Undefined if it was appealed or undone before, or the time to appeal is over. */
export async function insertAppeal(
  db: Tx,
  { decision_id, text, now }: { decision_id: string; text: string; now: Date },
): Promise<{ case_id: string; subject_id: string } | undefined> {
  // The case is locked first, as every decision does it.
  await db`select from cases where id = (select case_id from decisions where id = ${decision_id}) for no key update`
  const [row] = await db<{ case_id: string; subject_id: string }[]>`
    update decisions set appeal = ${text}, appealed_at = ${now}
    where id = ${decision_id} and actions <> array['dismiss'] and appealed_at is null and undone_at is null
      and appeal_until >= ${now}
    returning case_id, subject_id`
  if (row) {
    // Nobody has taken the complaint yet: whoever took the case has probably decided it.
    await db`
      update cases set state = 'appealed', taken_by = null, due_at = ${later(now, APPEAL_DUE_MS)} where id = ${row.case_id}`
  }
  return row
}

/** The appeal against the removal of a post is also the answer in the list of handled reports. */
export async function copyAppealToReports(
  db: Tx,
  { decision_id, text, now }: { decision_id: string; text: string; now: Date },
): Promise<void> {
  await db`
    update report_cases c set answer = ${text}, answered_at = ${now}
    from member_notices n where n.decision_id = ${decision_id} and n.case_id = c.id and n.user_id = c.author_id and c.answered_at is null`
}

/** Whether there is such a decision against somebody. */
export async function hasDecision(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`select from decisions where id = ${id} and actions <> array['dismiss']`
  return rows.length === 1
}

/** A decision with its appeal, for the member of staff who decides about it. */
export interface AppealedDecision {
  id: string
  case_id: string
  kind: ReportedKind
  object_id: string
  subject_id: string
  case_decided_at: Date | null
  actions: Action[]
  parts: ProfilePart[] | null
  until: Date | null
  decided_at: Date
  decided_by: string | null
  appealed_at: Date | null
  appeal_decided_at: Date | null
}

/** Any decision for the command line (null), otherwise those whose case this member of staff may see. */
export async function findAppealedDecision(
  db: Queryable,
  staff_id: string | null,
  id: string,
): Promise<AppealedDecision | undefined> {
  const [row] = await db<AppealedDecision[]>`
    select ${appealColumns(db)} from decisions d join cases c on c.id = d.case_id
    where d.id = ${id} and ${staff_id === null ? db`true` : maySeeCase(db, staff_id)}`
  return row
}

/** Locks the case and the decision until the transaction ends, in this order. Lock account and object before. */
export async function lockAppealedDecision(db: Tx, { id, case_id }: AppealedDecision): Promise<AppealedDecision> {
  await db`select from cases where id = ${case_id} for no key update`
  const [row] = await db<AppealedDecision[]>`
    select ${appealColumns(db)} from decisions d join cases c on c.id = d.case_id where d.id = ${id} for no key update of d`
  if (!row) throw new Error('decisions are never deleted')
  return row
}

function appealColumns(db: Queryable) {
  return db`
    d.id, d.case_id, c.kind, c.object_id, d.subject_id, c.decided_at as case_decided_at, d.actions, d.parts, d.until,
    d.decided_at, d.decided_by, d.appealed_at, d.appeal_decided_at`
}

export interface AppealOutcome {
  outcome: 'upheld' | 'rejected'
  answer: string
  decided_by: string | null
  now: Date
}

/** Stores the outcome. The case is where it was before the appeal, unless another appeal of it waits. */
export async function storeAppealOutcome(
  db: Tx,
  { id, case_id }: Pick<AppealedDecision, 'id' | 'case_id'>,
  { outcome, answer, decided_by, now }: AppealOutcome,
): Promise<void> {
  await db`
    update decisions set appeal_outcome = ${outcome}, appeal_answer = ${answer}, appeal_decided_by = ${decided_by},
      appeal_decided_at = ${now}, undone_at = ${outcome === 'upheld' ? now : null}
    where id = ${id}`
  await db`
    update cases set state = case
        when exists (
          select from decisions d
          where d.case_id = cases.id and d.appealed_at is not null and d.appeal_decided_at is null
        ) then 'appealed'
        when decided_at is null then 'open'
        else 'decided' end,
      closing_proposed_by = case when ${outcome} = 'upheld' then null else closing_proposed_by end
    where id = ${case_id}`
}
