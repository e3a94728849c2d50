import type { ReportedKind } from '#contract/cases.ts'
import type { Action, ProfilePart, Statement } from '#contract/decisions.ts'
import type { Notice } from '#contract/notices.ts'
import type { PayoutFailure } from '#contract/payouts.ts'
import type { VerificationRefusal } from '#contract/verifications.ts'
import type { Queryable } from '#server/db/connect.ts'
import { LAST_ID, PAGE_ROWS } from '#server/paging.ts'
import { isNoticeShown } from './visibility/notices.ts'
import { isVisible, knownName } from './visibility/people.ts'

export const NOTICES_KEPT_MONTHS = 12

/** The data that the text of a notice is made of. It has ids instead of names, because people can rename themselves. */
export interface NoticeDetails {
  /** The reason, as staff wrote it. */
  reason?: string | null
  /** The creator of a complimentary subscription. */
  creator_id?: string
  expires_at?: string
  /** How many pictures a new album had when it came out; a post with one picture has none here. */
  pictures?: number
  /** What is charged, such as "7.99". */
  amount?: string
  /** What was paid had ended before the renewal was stopped. */
  is_over?: boolean
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
  /** Which second factor was added or removed. */
  factor?: 'app' | 'passkey'
}

export interface NewNotice {
  id: string
  user_id: string
  kind: Notice['kind']
  details?: NoticeDetails
  post_id?: string
  case_id?: string
  decision_id?: string
  about_id?: string
  conversation_id?: string
  story_id?: string
  created_at: Date
}

/** A notice, with the channels it goes by, and when. */
export interface JudgedNotice extends NewNotice {
  in_app: boolean
  push_at: Date | null
  mail_at: Date | null
  in_summary: boolean
  mailed_at: Date | null
}

/**
 * For `notify` only. Returns who got one: of notices that exist only once, such as the unread one about a conversation,
 * a second one is left out.
 */
export async function insertNotices(db: Queryable, notices: readonly JudgedNotice[]): Promise<string[]> {
  // One JSON parameter for all rows, because a statement has a maximum number of parameters.
  const rows = notices.map(({ details, ...notice }) => ({ ...notice, details: { ...details } }))
  const inserted = await db<{ user_id: string }[]>`
    insert into member_notices (
      id, user_id, kind, details, post_id, case_id, decision_id, about_id, conversation_id, story_id,
      in_app, push_at, mail_at, in_summary, mailed_at, created_at
    )
    select id, user_id, kind, details, post_id, case_id, decision_id, about_id, conversation_id, story_id,
      in_app, push_at, mail_at, in_summary, mailed_at, created_at
    from jsonb_to_recordset(${db.json(rows)}) as notice (
      id uuid, user_id uuid, kind text, details jsonb, post_id uuid, case_id uuid, decision_id uuid, about_id uuid,
      conversation_id uuid, story_id uuid, in_app boolean, push_at timestamptz, mail_at timestamptz, in_summary boolean,
      mailed_at timestamptz, created_at timestamptz
    )
    on conflict do nothing
    returning user_id`
  return inserted.map(({ user_id }) => user_id)
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
  story_id: string | null
  created_at: Date
  read_at: Date | null
  /** The description of the user's own post that staff judged. */
  description: string | null
  /** Whether a notice without a decision can be answered. An answer to a decision is an appeal. */
  may_answer: boolean
  answer: string | null
  /** The name of the creator, while their profile is visible. */
  creator: string | null
  /** The name of whom it is about, while they are visible. */
  person: string | null
  conversation_id: string | null
}

/** A page of a user's notices, newest first, plus the first row of the next page. */
export async function listNotices(
  db: Queryable,
  user_id: string,
  now: Date,
  before: string | undefined = LAST_ID,
): Promise<NoticeRow[]> {
  return await db<NoticeRow[]>`
    select ${noticeColumns(db)}
    from (
      select * from member_notices
      where user_id = ${user_id} and id < ${before} and ${isNoticeShown(db, user_id, now)}
      order by id desc limit ${PAGE_ROWS}
    ) n ${noticeParts(db)}
    order by n.id desc`
}

export function noticeColumns(db: Queryable) {
  return db`
    n.id, n.kind, n.details, n.post_id, n.story_id, n.created_at, n.read_at, c.description, coalesce(d.appeal, c.answer) as answer,
    coalesce(n.kind = 'post_removed' and c.answered_at is null and c.id is not null and d.id is null, false) as may_answer,
    d.id as decision_id, decided.kind as decision_kind, d.actions, d.parts, d.appeal_until, d.appealed_at, d.undone_at,
    d.appeal_outcome, d.appeal_answer, handled.actions as handled_by,
    case when p.id is not null then creator.username end as creator, n.conversation_id,
    ${knownName(db, { person: 'about', to: db`n.user_id` })} as person`
}

/** Case and decision are joined for the person they are about. Reporters have their ids too, but may not read them. */
export function noticeParts(db: Queryable) {
  return db`
    left join report_cases c on c.id = n.case_id and c.author_id = n.user_id
    left join decisions handled on handled.id = n.decision_id
    left join decisions d on d.id = handled.id and d.subject_id = n.user_id and d.ground is not null
    left join cases decided on decided.id = d.case_id
    left join users creator on creator.id = (n.details ->> 'creator_id')::uuid
    left join users about on about.id = n.about_id
    left join profiles p on p.id = creator.id and ${isVisible(db, { person: 'p.id', to: db`n.user_id` })}`
}

/** Counts what `listNotices` lists: all that is unread, and how much of it is not about a conversation. */
export async function countUnreadNotices(
  db: Queryable,
  user_id: string,
  now: Date,
): Promise<{ unread: number; apart: number }> {
  const [row] = await db<{ unread: number; apart: number }[]>`
    select count(*) as unread, count(*) filter (where conversation_id is null) as apart from member_notices
    where user_id = ${user_id} and read_at is null and ${isNoticeShown(db, user_id, now)}`
  return row ?? { unread: 0, apart: 0 }
}

/** Marks the notices up to this id as read, or all of them. Returns how many were unread. */
export async function markNoticesRead(
  db: Queryable,
  user_id: string,
  now: Date,
  until: string | undefined = LAST_ID,
): Promise<number> {
  const { count } = await db`
    update member_notices set read_at = ${now} where user_id = ${user_id} and read_at is null and id <= ${until}`
  return count
}

/**
 * Marks the notices about a conversation as read, which silences their push and mail. That of a message which came after
 * what was read stays. Returns how many were unread.
 */
export async function markConversationNotices(
  db: Queryable,
  user_id: string,
  conversation_id: string,
  now: Date,
): Promise<number> {
  const { count } = await db`
    update member_notices n set read_at = ${now}
    from conversations c
    where c.id = ${conversation_id} and n.conversation_id = c.id and n.user_id = ${user_id} and n.read_at is null
      and (
        n.kind <> 'new_message'
        or case when c.fan_id = ${user_id} then c.fan_told <= c.fan_read else c.creator_told <= c.creator_read end
      )`
  return count
}

/** Marks what somebody was told about another person as read, because they have blocked them. */
export async function markNoticesAbout(
  db: Queryable,
  { user_id, other_id }: { user_id: string; other_id: string },
  now: Date,
): Promise<void> {
  await db`
    update member_notices set read_at = ${now}, push_at = null, mailed_at = coalesce(mailed_at, ${now})
    where user_id = ${user_id} and about_id = ${other_id} and read_at is null`
}

/** Whether the notice belongs to this user. */
export async function hasNotice(db: Queryable, user_id: string, id: string): Promise<boolean> {
  const rows = await db`select 1 from member_notices where id = ${id} and user_id = ${user_id}`
  return rows.length === 1
}

/** The decision against this user that a notice is about. Undefined if there is none, for example for a reporter. */
export async function findDecisionOfNotice(db: Queryable, user_id: string, id: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select d.id from member_notices n join decisions d on d.id = n.decision_id
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
    from member_notices n
    where n.id = ${notice_id} and n.user_id = ${user_id} and n.kind = 'post_removed'
      and c.id = n.case_id and c.author_id = ${user_id} and c.answered_at is null
    returning c.id`
  return rows.length === 1
}

export async function sweepNotices(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from member_notices
    where created_at <= ${now}::timestamptz - make_interval(months => ${NOTICES_KEPT_MONTHS})`
}
