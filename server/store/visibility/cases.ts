import type { CaseKind } from '#contract/cases.ts'
import type { Queryable } from '#server/db/connect.ts'

/** The case `c`, and a member of staff. */
type StaffId = string

/**
 * Whether this member of staff sees the case `c`: it is not about themselves, because it names those who reported them,
 * and not about a demo account while the demo is off.
 */
export function maySeeCase(db: Queryable, staff_id: StaffId) {
  return db`(
    c.subject_id <> ${staff_id}
    and not exists (select from users subject where subject.id = c.subject_id and subject.demo = 'closed')
  )`
}

/**
 * Whether this member of staff may open the evidence of the case `c`: it waits for a decision, and somebody else has
 * reported it. Otherwise staff could open any protected picture by reporting it themselves.
 */
export function mayOpenEvidence(db: Queryable, staff_id: StaffId) {
  return db`(
    ${maySeeCase(db, staff_id)} and c.state in ('open', 'appealed')
    and exists (select from case_reports r where r.case_id = c.id and r.reporter_id <> ${staff_id})
  )`
}

/** Whether this person has reported an object whose case is not decided yet. `object` is the column with its id. */
export function hasReported(db: Queryable, { kind, object, by }: { kind: CaseKind; object: string; by: string }) {
  return db`exists (
    select from cases c join case_reports r on r.case_id = c.id
    where c.kind = ${kind} and c.object_id = ${db(object)} and c.state <> 'decided' and r.reporter_id = ${by}
  )`
}
