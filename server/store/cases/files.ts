import type { AnyCaseKind, HistoryEntry } from '#contract/cases.ts'
import type { Action, Decision, Ground } from '#contract/decisions.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { hasOpenedEvidence, isRestricted, mayReadEvidence, maySeeCase } from '#server/store/visibility/cases.ts'
import { maySignIn } from '#server/store/visibility/people.ts'

/** How many cases and how many decisions of one account are listed, newest first. */
const HISTORY_SHOWN = 20

export interface DecisionRow {
  id: string
  actions: Action[]
  ground: Ground | null
  facts: string | null
  until: Date | null
  decided_by: string | null
  by: string | null
  is_automated: boolean
  decided_at: Date
  appeal_until: Date
  undone_at: Date | null
  appeal: string | null
  appealed_at: Date | null
  appeal_outcome: NonNullable<Decision['appeal']>['outcome']
  appeal_answer: string | null
  appeal_decided_at: Date | null
}

/** The decisions of a case, oldest first. */
export async function listDecisionsOfCase(db: Queryable, case_id: string): Promise<DecisionRow[]> {
  return await db<DecisionRow[]>`
    select d.id, d.actions, d.ground, d.facts, d.until, d.decided_by, u.username as by, d.is_automated, d.decided_at,
      d.appeal_until, d.undone_at, d.appeal, d.appealed_at, d.appeal_outcome, d.appeal_answer, d.appeal_decided_at
    from decisions d left join users u on u.id = d.decided_by
    where d.case_id = ${case_id} order by d.id`
}

export interface HistoryRow extends Omit<HistoryEntry, 'at' | 'actions'> {
  at: Date
  actions: Action[] | null
}

/** What happened to an account, newest first: cases, decisions, and at last its sign-up. */
export async function listHistory(db: Queryable, subject_id: string): Promise<HistoryRow[]> {
  return await db<HistoryRow[]>`
    select * from (
      (select 'reported' as event, c.opened_at as at, c.id as case_id, c.number, c.kind, c.state, null::text[] as actions,
          null as ground, false as is_undone, 1 as place
        from cases c where c.subject_id = ${subject_id} order by c.opened_at desc limit ${HISTORY_SHOWN})
      union all
      (select 'decided', d.decided_at, c.id, c.number, c.kind, null, d.actions, d.ground, d.undone_at is not null, 2
        from decisions d join cases c on c.id = d.case_id
        where d.subject_id = ${subject_id} order by d.id desc limit ${HISTORY_SHOWN})
      union all
      select 'joined', u.created_at, null, null, null, null, null, null, false, 0 from users u where u.id = ${subject_id}
    ) entries
    order by at desc, place desc`
}

/** A case that is locked until the transaction ends (`for update`), with whoever has taken it and is still staff. */
export interface LockedCase {
  kind: AnyCaseKind
  is_decided: boolean
  subject_id: string | null
  legal_hold: boolean
  taker_id: string | null
  taker: string | null
}

export async function lockCase(db: Tx, staff_id: string, id: string): Promise<LockedCase | undefined> {
  await db`select from cases where id = ${id} for update`
  // A separate statement, so that it reads what was committed while the lock was awaited.
  const [row] = await db<LockedCase[]>`
    select c.kind, c.state = 'decided' as is_decided, c.subject_id, c.legal_hold, taker.id as taker_id, taker.username as taker
    from cases c left join users taker on taker.id = c.taken_by and taker.role is not null
    where c.id = ${id} and ${maySeeCase(db, staff_id)}`
  return row
}

export async function setTaker(db: Tx, id: string, staff_id: string | null): Promise<void> {
  await db`update cases set taken_by = ${staff_id} where id = ${id}`
}

export async function setLegalHold(db: Tx, id: string, legal_hold: boolean): Promise<void> {
  await db`update cases set legal_hold = ${legal_hold} where id = ${id}`
}

/** Whether this member of staff now reads the words of a restricted case for the first time. */
export async function isFirstReading(db: Queryable, staff_id: string, id: string): Promise<boolean> {
  const rows = await db`
    select from cases c
    where c.id = ${id} and c.evidence is not null and ${isRestricted(db)} and ${mayReadEvidence(db, staff_id)}
      and not ${hasOpenedEvidence(db, staff_id)}`
  return rows.length > 0
}

/** Everybody with a role who can sign in. */
export async function listActiveStaff(db: Queryable): Promise<{ id: string; role: 'admin' | 'moderator' }[]> {
  return await db<{ id: string; role: 'admin' | 'moderator' }[]>`
    select u.id, u.role from users u where u.role is not null and ${maySignIn(db, 'u')}`
}
