import type { CaseKind } from '#contract/cases.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isClosedDemo } from './people.ts'

/** The case `c`, and a member of staff. */
type StaffId = string

/** How many members of staff open the evidence of a case about somebody who may be under 18. */
const RESTRICTED_TO = 2

/**
 * Whether this member of staff sees the case `c`: it is not about themselves, because it names those who reported them,
 * and not about a demo account while the demo is off.
 */
export function maySeeCase(db: Queryable, staff_id: StaffId) {
  return db`(
    c.subject_id is distinct from ${staff_id} and ${isOpenToStaff(db, 'c.subject_id')}
  )`
}

/** Whether cases about this person are shown to staff: those about a demo account are not while the demo is off. */
export function isOpenToStaff(db: Queryable, person: string) {
  return db`not exists (select from users subject where subject.id = ${db(person)} and ${isClosedDemo(db, 'subject')})`
}

/** Whether this person is not of the demo, whose data are in no figures. */
export function isNotDemo(db: Queryable, person: string) {
  return db`not exists (select from users demo where demo.id = ${db(person)} and demo.demo is not null)`
}

/**
 * Whether this member of staff may open the evidence of the case `c`: it waits for a decision, and somebody else has
 * reported it or its subject has appealed. Otherwise staff could open any protected picture by reporting it themselves.
 */
export function mayOpenEvidence(db: Queryable, staff_id: StaffId) {
  return db`(
    ${maySeeCase(db, staff_id)} and c.state in ('open', 'appealed')
    and (
      c.state = 'appealed'
      or exists (select from case_reports r where r.case_id = c.id and r.reporter_id is distinct from ${staff_id})
    )
    and (not ${isRestricted(db)} or ${hasOpenedEvidence(db, staff_id)} or ${isAmongFirst(db, staff_id)})
  )`
}

/** Whether this person has reported an object whose case is not decided yet. `object` is the column with its id. */
export function hasReported(db: Queryable, { kind, object, by }: { kind: CaseKind; object: string; by: string }) {
  return db`exists (
    select from cases c join case_reports r on r.case_id = c.id
    where c.kind = ${kind} and c.object_id = ${db(object)} and c.state <> 'decided' and r.reporter_id = ${by}
  )`
}
/**
 * Whether they read its words as well, without opening anything. Of a restricted case only those do who have taken it,
 * or opened its evidence before.
 */
export function mayReadEvidence(db: Queryable, staff_id: StaffId) {
  return db`(
    ${mayOpenEvidence(db, staff_id)}
    and (not ${isRestricted(db)} or c.taken_by is not distinct from ${staff_id} or ${hasOpenedEvidence(db, staff_id)})
  )`
}

/** Whether somebody said that the case `c` is about a person under 18. */
export function isRestricted(db: Queryable) {
  return db`exists (select from case_reports r where r.case_id = c.id and r.reason = 'minor')`
}

/** Whether this member of staff has opened the evidence of the case `c` before. The audit log knows. */
export function hasOpenedEvidence(db: Queryable, staff_id: StaffId) {
  return db`exists (
    select from audit_log l
    where l.action = 'evidence_viewed' and l.details ->> 'case_id' = c.id::text and l.staff_id = ${staff_id}
  )`
}

/** Whether fewer than two others have opened it. Who has taken the case counts, too. */
function isAmongFirst(db: Queryable, staff_id: StaffId) {
  return db`(
    select count(*) from (
      select l.staff_id from audit_log l where l.action = 'evidence_viewed' and l.details ->> 'case_id' = c.id::text
      union select c.taken_by
    ) named where named.staff_id <> ${staff_id}
  ) < ${RESTRICTED_TO}`
}

/** Whether what the case `c` is about is hidden or removed at the moment. */
export function isObjectHidden(db: Queryable) {
  return db`case c.kind
    when 'post' then exists (select from posts o where o.id = c.object_id and o.hidden_at is not null)
    when 'story' then exists (select from stories o where o.id = c.object_id and o.hidden_at is not null)
    when 'message' then exists (select from messages o where o.id = c.object_id and o.hidden_at is not null)
    when 'profile' then exists (
      select from profiles o where o.id = c.object_id and (o.hidden_picture_id is not null or o.hidden_bio is not null)
    )
    else false end`
}

/** Whether the post or the story of the case `c` is for subscribers only. Null if it is neither, or gone. */
export function isObjectProtected(db: Queryable) {
  return db`case c.kind
    when 'post' then (select o.protected from posts o where o.id = c.object_id)
    when 'story' then (select o.protected from stories o where o.id = c.object_id) end`
}
