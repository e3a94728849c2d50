import type { Locale } from '#contract/accounts.ts'
import type { ReportedKind } from '#contract/cases.ts'
import { type Action, APPEAL_DAYS, type ProfilePart, type Statement } from '#contract/decisions.ts'
import type { Notice } from '#contract/notices.ts'
import type { PayoutFailure } from '#contract/payouts.ts'
import type { VerificationRefusal } from '#contract/verifications.ts'
import type { Queryable } from '#server/db/connect.ts'
import { LAST_ID, PAGE_ROWS } from '#server/paging.ts'
import { isNotFrozen, isVisible } from './visibility/people.ts'

export const NOTICES_KEPT_MONTHS = 12

/** The data that the text of a notice is made of. It has ids instead of names, because people can rename themselves. */
export interface NoticeDetails {
  /** The reason, as staff wrote it. */
  reason?: string | null
  /** The creator of a complimentary subscription. */
  creator_id?: string
  expires_at?: string
  /** What is charged, such as "7.99". */
  amount?: string
  /** What was reported; a post if it is missing. */
  object_kind?: ReportedKind
  /** The export that is ready. */
  export_id?: string
  /** What a verification lacks. */
  missing?: VerificationRefusal
  /** Why a payout came back. */
  failure?: PayoutFailure
  /** The last digits of a bank account. */
  last4?: string | null
}

export interface NewNotice {
  id: string
  user_id: string
  kind: Notice['kind']
  details?: NoticeDetails
  post_id?: string
  case_id?: string
  decision_id?: string
  /** Set for notices that are never mailed one by one. */
  mailed_at?: Date
  created_at: Date
}

/** Call it in the transaction of the event, and `publishNotices` after the commit. */
export async function insertNotices(db: Queryable, notices: NewNotice[]): Promise<void> {
  // One JSON parameter for all rows, because a statement has a maximum number of parameters.
  const rows = notices.map(({ details, mailed_at, created_at, ...notice }) => ({
    ...notice,
    details: { ...details },
    mailed_at: mailed_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }))
  await db`
    insert into notices (id, user_id, kind, details, post_id, case_id, decision_id, mailed_at, created_at)
    select id, user_id, kind, details, post_id, case_id, decision_id, mailed_at, created_at
    from jsonb_to_recordset(${db.json(rows)}) as notice (
      id uuid, user_id uuid, kind text, details jsonb, post_id uuid, case_id uuid, decision_id uuid,
      mailed_at timestamptz, created_at timestamptz
    )`
}

/** The decision that a notice is about. Of a decision about somebody else only `handled_by` is known. */
interface NoticeDecision {
  decision_id: string | null
  decision_kind: Statement['kind'] | null
  actions: Action[] | null
  parts: ProfilePart[] | null
  appeal_until: Date | null
  appealed_at: Date | null
  undone_at: Date | null
  appeal_outcome: 'upheld' | 'rejected' | null
  appeal_answer: string | null
  /** What was done about something that the user reported. */
  handled_by: Action[] | null
}

/** A notice, with the current data of others that its text needs. */
export interface NoticeRow extends NoticeDecision {
  id: string
  kind: Notice['kind']
  details: NoticeDetails
  post_id: string | null
  created_at: Date
  read_at: Date | null
  /** The description of the user's own post that staff judged. */
  description: string | null
  /** Whether a notice without a decision can be answered. An answer to a decision is an appeal. */
  may_answer: boolean
  answer: string | null
  /** The name of the creator, while their profile is visible. */
  creator: string | null
}

/** A page of a user's notices, newest first, plus the first row of the next page. */
export async function listNotices(
  db: Queryable,
  user_id: string,
  before: string | undefined = LAST_ID,
): Promise<NoticeRow[]> {
  return await db<NoticeRow[]>`
    select ${noticeColumns(db)}
    from (
      select * from notices where user_id = ${user_id} and id < ${before} order by id desc limit ${PAGE_ROWS}
    ) n ${noticeParts(db)}
    order by n.id desc`
}

function noticeColumns(db: Queryable) {
  return db`
    n.id, n.kind, n.details, n.post_id, n.created_at, n.read_at, c.description, coalesce(d.appeal, c.answer) as answer,
    coalesce(n.kind = 'post_removed' and c.answered_at is null and c.id is not null and d.id is null, false) as may_answer,
    d.id as decision_id, decided.kind as decision_kind, d.actions, d.parts, d.appeal_until, d.appealed_at, d.undone_at,
    d.appeal_outcome, d.appeal_answer, handled.actions as handled_by,
    case when p.id is not null then creator.username end as creator`
}

/** Case and decision are joined for the person they are about. Reporters have their ids too, but may not read them. */
function noticeParts(db: Queryable) {
  return db`
    left join report_cases c on c.id = n.case_id and c.author_id = n.user_id
    left join decisions handled on handled.id = n.decision_id
    left join decisions d on d.id = handled.id and d.subject_id = n.user_id and d.ground is not null
    left join cases decided on decided.id = d.case_id
    left join users creator on creator.id = (n.details ->> 'creator_id')::uuid
    left join profiles p on p.id = creator.id and ${isVisible(db, { person: 'p.id', to: db`n.user_id` })}`
}

export async function countUnreadNotices(db: Queryable, user_id: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from notices where user_id = ${user_id} and read_at is null`
  return row?.count ?? 0
}

/** Marks the notices up to this id as read, or all of them. Returns how many were unread. */
export async function markNoticesRead(
  db: Queryable,
  user_id: string,
  now: Date,
  until: string | undefined = LAST_ID,
): Promise<number> {
  const { count } = await db`
    update notices set read_at = ${now} where user_id = ${user_id} and read_at is null and id <= ${until}`
  return count
}

/** Whether the notice belongs to this user. */
export async function hasNotice(db: Queryable, user_id: string, id: string): Promise<boolean> {
  const rows = await db`select 1 from notices where id = ${id} and user_id = ${user_id}`
  return rows.length === 1
}

/** The decision against this user that a notice is about. Undefined if there is none, for example for a reporter. */
export async function findDecisionOfNotice(db: Queryable, user_id: string, id: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select d.id from notices n join decisions d on d.id = n.decision_id
    where n.id = ${id} and n.user_id = ${user_id} and d.subject_id = ${user_id} and n.kind in ('post_removed', 'decision')`
  return row?.id
}

/**
 * False if the notice is not theirs, cannot be answered, or was answered already. Of concurrent answers one is stored.
 */
export async function saveAnswer(
  db: Queryable,
  { user_id, notice_id, answer, now }: { user_id: string; notice_id: string; answer: string; now: Date },
): Promise<boolean> {
  const rows = await db`
    update report_cases c set answer = ${answer}, answered_at = ${now}
    from notices n
    where n.id = ${notice_id} and n.user_id = ${user_id} and n.kind = 'post_removed'
      and c.id = n.case_id and c.author_id = ${user_id} and c.answered_at is null
    returning c.id`
  return rows.length === 1
}

/** The ids of the notices that were not mailed yet, oldest first. */
export async function listUnmailedNotices(db: Queryable): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from notices where mailed_at is null order by id`
  return rows.map(({ id }) => id)
}

/**
 * Marks notices as mailed that are too old for a mail. They stay in the app. The law wants the mail about a decision to
 * arrive, so it waits as long as an appeal takes.
 */
export async function skipOldNotices(db: Queryable, older_than: Date, now: Date): Promise<void> {
  await db`
    update notices n set mailed_at = ${now}
    where n.mailed_at is null and n.created_at <= ${older_than}
      and not (
        n.created_at > ${now}::timestamptz - make_interval(days => ${APPEAL_DAYS})
        and exists (select from decisions d where d.id = n.decision_id and d.subject_id = n.user_id)
      )`
}

export interface UnmailedNotice extends NoticeRow {
  user_id: string
  email: string
  locale: Locale | null
  /** A frozen person cannot sign in, so a link to the app is of no use. */
  is_frozen: boolean
}

/**
 * Locks a notice until the transaction ends (`for update skip locked`). Undefined if it was mailed, or another process
 * is mailing it.
 */
export async function claimUnmailedNotice(db: Queryable, id: string): Promise<UnmailedNotice | undefined> {
  const [notice] = await db<UnmailedNotice[]>`
    select ${noticeColumns(db)}, n.user_id, u.email, u.locale, not ${isNotFrozen(db, 'u')} as is_frozen
    from notices n join users u on u.id = n.user_id ${noticeParts(db)}
    where n.id = ${id} and n.mailed_at is null
    for update of n skip locked`
  return notice
}

export async function markNoticeMailed(db: Queryable, id: string, now: Date): Promise<void> {
  await db`update notices set mailed_at = ${now} where id = ${id}`
}

export async function sweepNotices(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from notices
    where created_at <= ${now}::timestamptz - make_interval(months => ${NOTICES_KEPT_MONTHS})`
}
