import type { Queryable } from '#server/db/connect.ts'

/** The case `c`, and a member of staff. */
type StaffId = string

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
  return db`not exists (select from users subject where subject.id = ${db(person)} and subject.demo = 'closed')`
}

/** Whether this person is not of the demo, whose data are in no figures. */
export function isNotDemo(db: Queryable, person: string) {
  return db`not exists (select from users demo where demo.id = ${db(person)} and demo.demo is not null)`
}

/**
 * Whether this member of staff may open the evidence of the case `c`: it waits for a decision, and somebody else has
 * reported it. Otherwise staff could open any protected picture by reporting it themselves.
 */
export function mayOpenEvidence(db: Queryable, staff_id: StaffId) {
  return db`(
    ${maySeeCase(db, staff_id)} and c.state in ('open', 'appealed')
    and exists (select from case_reports r where r.case_id = c.id and r.reporter_id is distinct from ${staff_id})
  )`
}
