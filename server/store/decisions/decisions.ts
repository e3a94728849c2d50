import type { Locale } from '#contract/accounts.ts'
import type { CaseKind, CaseState, ReportReason } from '#contract/cases.ts'
import { type Action, APPEAL_DAYS, type Ground, type ProfilePart } from '#contract/decisions.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { EVIDENCE_KEPT_DAYS } from '#server/store/cases/cases.ts'
import { maySeeCase } from '#server/store/visibility/cases.ts'
import { isNotErased } from '#server/store/visibility/people.ts'
import { later } from '#server/time.ts'

/** A case as a decision needs it. */
export interface JudgedCase {
  id: string
  number: string
  kind: CaseKind | 'notice'
  object_id: string
  /** Null for the notice of an outsider that leads nowhere. */
  subject_id: string | null
  state: CaseState
  opened_at: Date
  decided_at: Date | null
  needs_admin: boolean
  closing_proposed_by: string | null
}

/**
 * A case that this member of staff may see, or any case for the command line (null). Lock the account of its subject and
 * the object next, and then the case: always in this order, so that decisions, reports and erasures cannot deadlock.
 */
export async function findJudgedCase(
  db: Queryable,
  staff_id: string | null,
  id: string,
): Promise<JudgedCase | undefined> {
  const [row] = await db<JudgedCase[]>`
    select ${caseColumns(db)} from cases c
    where c.id = ${id} and ${staff_id === null ? db`true` : maySeeCase(db, staff_id)}`
  return row
}

/** Locks a case until the transaction ends (`for no key update`). */
export async function lockCase(db: Tx, id: string): Promise<JudgedCase | undefined> {
  const [row] = await db<JudgedCase[]>`
    select ${caseColumns(db)} from cases c where c.id = ${id} for no key update`
  return row
}

/** The same for the case of an object that is not decided, if there is one. */
export async function lockOpenCase(
  db: Tx,
  { kind, object_id }: { kind: CaseKind; object_id: string },
): Promise<JudgedCase | undefined> {
  const [row] = await db<JudgedCase[]>`
    select ${caseColumns(db)} from cases c
    where c.kind = ${kind} and c.object_id = ${object_id} and c.decided_at is null for no key update`
  return row
}

function caseColumns(db: Queryable) {
  return db`
    c.id, c.number, c.kind, c.object_id, c.subject_id, c.state, c.opened_at, c.decided_at, c.needs_admin,
    c.closing_proposed_by`
}

export interface NewDecision {
  id: string
  case_id: string
  subject_id: string
  actions: readonly Action[]
  /** Of a profile: what is hidden or removed. */
  parts: readonly ProfilePart[] | null
  ground: Ground | null
  facts: string | null
  /** When a freeze ends; null for good. */
  until: Date | null
  /** Null for the command line and for automatic decisions. */
  decided_by: string | null
  is_automated: boolean
  decided_at: Date
}

/** Call it in the transaction that carries out the decision. */
export async function insertDecision(db: Tx, decision: NewDecision): Promise<void> {
  const { actions, parts, ...rest } = decision
  await db`
    insert into decisions (
      id, case_id, subject_id, actions, parts, ground, facts, until, decided_by, is_automated, is_noticed, decided_at,
      appeal_until
    ) values (
      ${rest.id}, ${rest.case_id}, ${rest.subject_id}, ${[...actions]}::text[], ${parts && [...parts]}::text[],
      ${rest.ground}, ${rest.facts}, ${rest.until}, ${rest.decided_by}, ${rest.is_automated},
      exists (select from case_reports where case_id = ${rest.case_id}), ${rest.decided_at},
      ${later(rest.decided_at, APPEAL_DAYS * DAY_MS)}
    )`
}

/** The case is decided. While an appeal against an earlier decision of it waits, it stays with the appeals. */
export async function closeCase(db: Tx, id: string, now: Date): Promise<void> {
  await db`
    update cases set decided_at = ${now}, erase_at = ${later(now, EVIDENCE_KEPT_DAYS * DAY_MS)}, needs_admin = false,
      closing_proposed_by = null, state = case when ${hasOpenAppeal(db, id)} then 'appealed' else 'decided' end
    where id = ${id}`
}

function hasOpenAppeal(db: Queryable, case_id: string) {
  return db`exists (
    select from decisions d
    where d.case_id = ${case_id} and d.appealed_at is not null and d.appeal_decided_at is null
  )`
}

/** A moderator has hidden the object, or an admin wants to close the account: the case waits for an admin. */
export async function passToAdmin(db: Tx, id: string, closing_proposed_by: string | null): Promise<void> {
  await db`
    update cases set needs_admin = true, closing_proposed_by = coalesce(${closing_proposed_by}::uuid, closing_proposed_by)
    where id = ${id}`
}

/** The people who reported it and are still there, each once. */
export async function listReporters(db: Queryable, case_id: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select u.id from users u
    where ${isNotErased(db, 'u')} and u.id in (select reporter_id from case_reports where case_id = ${case_id})
    order by u.id`
  return rows.map(({ id }) => id)
}

/** The reason of each report of a case. */
export async function listReasons(db: Queryable, case_id: string): Promise<ReportReason[]> {
  const rows = await db<{ reason: ReportReason }[]>`select reason from case_reports where case_id = ${case_id}`
  return rows.map(({ reason }) => reason)
}

/** The language in which somebody reads what was decided about them. */
export async function findLocale(db: Queryable, user_id: string): Promise<Locale> {
  const [row] = await db<{ locale: Locale | null }[]>`select locale from users where id = ${user_id}`
  return row?.locale ?? 'en'
}

/** Tells the notices of outsiders their outcome, once all cases that came from a notice are decided. */
export async function settleContentNotices(db: Tx, case_id: string, now: Date): Promise<void> {
  await db`
    update content_notices n set decided_at = ${now}, outcome = case when exists (
        select from case_reports r join decisions d on d.case_id = r.case_id
        where r.content_notice_id = n.id and d.actions <> array['dismiss'] and d.undone_at is null
      ) then 'acted' else 'dismissed' end
    where n.decided_at is null
      and n.id in (select content_notice_id from case_reports where case_id = ${case_id})
      and not exists (
        select from case_reports r join cases c on c.id = r.case_id
        where r.content_notice_id = n.id and c.decided_at is null
      )`
}

export interface Measure {
  id: string
  actions: Action[]
  parts: ProfilePart[] | null
  decided_at: Date
}

/** Ends the hides of a case: a person has looked. Returns what they hid, so that it can be restored. */
export async function endHides(db: Tx, case_id: string, now: Date): Promise<Measure[]> {
  return await db<Measure[]>`
    update decisions set undone_at = ${now}
    where case_id = ${case_id} and 'hide' = any (actions) and undone_at is null
    returning id, actions, parts, decided_at`
}

/** Ends the freeze with which an admin has proposed to close the account. */
export async function endProposal(db: Tx, case_id: string, now: Date): Promise<Measure[]> {
  return await db<Measure[]>`
    update decisions set undone_at = ${now}
    where case_id = ${case_id} and actions = array['freeze'] and until is null and undone_at is null
    returning id, actions, parts, decided_at`
}

/** The freezes of an account are over before their time. What else was decided together with one stays. */
export async function endFreezes(db: Tx, subject_id: string, now: Date): Promise<void> {
  await db`
    update decisions set undone_at = ${now}
    where subject_id = ${subject_id} and actions = array['freeze'] and undone_at is null
      and (until is null or until > ${now})`
}

/** Whether this object is removed now: by a decision that was not undone. */
export async function isObjectRemoved(
  db: Queryable,
  { kind, object_id }: { kind: CaseKind; object_id: string },
): Promise<boolean> {
  const rows = await db`
    select from decisions d join cases c on c.id = d.case_id
    where c.kind = ${kind} and c.object_id = ${object_id} and 'remove' = any (d.actions) and d.undone_at is null limit 1`
  return rows.length > 0
}

/** Whether something else than this decision keeps the object hidden: a removal, or the hide of a case that waits. */
export async function isHiddenOtherwise(
  db: Queryable,
  { kind, object_id, decision_id }: { kind: CaseKind; object_id: string; decision_id: string },
): Promise<boolean> {
  const rows = await db`
    select from decisions d join cases c on c.id = d.case_id
    where c.kind = ${kind} and c.object_id = ${object_id} and d.id <> ${decision_id} and d.undone_at is null
      and ('remove' = any (d.actions) or ('hide' = any (d.actions) and c.decided_at is null))
    limit 1`
  return rows.length > 0
}

/** Whether a person has looked at this object before and left it where it is. */
export async function wasLeftInPlace(
  db: Queryable,
  { kind, object_id }: { kind: CaseKind; object_id: string },
): Promise<boolean> {
  const rows = await db`
    select from decisions d join cases c on c.id = d.case_id
    where c.kind = ${kind} and c.object_id = ${object_id} and not d.is_automated
      and not d.actions && array['hide', 'remove'] limit 1`
  return rows.length > 0
}

/** Whether staff have closed this account. Until its erasure it is frozen. */
export async function isClosedAccount(db: Queryable, user_id: string): Promise<boolean> {
  const rows = await db`
    select from decisions where subject_id = ${user_id} and 'close' = any (actions) and undone_at is null limit 1`
  return rows.length > 0
}
