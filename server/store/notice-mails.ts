import type { Locale } from '#contract/accounts.ts'
import { APPEAL_DAYS } from '#contract/decisions.ts'
import type { NoticeTopic } from '#contract/notice-topics.ts'
import type { Notice, NotificationSettingsChange } from '#contract/notices.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { type NoticeRow, noticeColumns, noticeParts } from './notices.ts'
import { isNoticeDue } from './visibility/notices.ts'
import { hasNoDeletionRequest, isMuting, isNotErased, isNotFrozen, isVisible } from './visibility/people.ts'
import { lastPeriods } from './visibility/subscribers.ts'

/** More waiting messages than that are not counted for a mail. */
const WAITING_MAX = 100

/** When the mail of a notice is due. The index `member_notices_mail_due` has exactly this expression. */
function dueAt(db: Queryable, notices = 'member_notices') {
  return db`coalesce(${db(notices)}.mail_at, ${db(notices)}.created_at)`
}

/** More than is sent in the time in which something more urgent may come. */
const PAGE = 100

type Kind = Notice['kind']

/** Which mails are looked for. Other kinds are left to a newer version. */
interface DueQuery {
  kinds: readonly Kind[]
  /** Kinds whose mails nobody can switch off: they go first. */
  urgent: readonly Kind[]
  /** What this run has tried already. */
  tried: readonly string[]
}

/**
 * A page of the notices whose mail is due: what is urgent and decisions first, then first one of each person, then the second
 * ones. Nobody with many of them holds up the others.
 */
export async function listDueNotices(db: Queryable, now: Date, { kinds, urgent, tried }: DueQuery): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from (
      select id, ${dueAt(db)} as due_at, (kind = any(${urgent}) or decision_id is not null) as is_urgent,
        row_number() over (partition by user_id order by ${dueAt(db)}, id) as turn
      from member_notices
      where mailed_at is null and not in_summary and ${dueAt(db)} <= ${now}
        and kind = any(${kinds}) and id <> all(${tried}::uuid[])
    ) due
    order by is_urgent desc, turn, due_at, id limit ${PAGE}`
  return rows.map(({ id }) => id)
}

/**
 * Marks notices as mailed whose mail has been due for too long. They stay in the app. What the law or the safety of an account
 * wants to arrive waits as long as an appeal takes, however long the mail server is away.
 */
export async function skipOldNotices(
  db: Queryable,
  { older_than, urgent, now }: { older_than: Date; urgent: readonly Kind[]; now: Date },
): Promise<void> {
  await db`
    update member_notices n set mailed_at = ${now}
    where n.mailed_at is null and not n.in_summary and ${dueAt(db, 'n')} <= ${older_than}
      and not (
        n.created_at > ${now}::timestamptz - make_interval(days => ${APPEAL_DAYS})
        and (
          n.kind = any(${urgent})
          or exists (select from decisions d where d.id = n.decision_id and d.subject_id = n.user_id)
        )
      )`
}

/** A notice with its reader, as far as a mail needs it. */
export interface UnmailedNotice extends NoticeRow {
  user_id: string
  email: string
  locale: Locale | null
  /** A frozen person cannot sign in, so a link to the app is of no use. */
  is_frozen: boolean
  /** Whether the reader has asked for the deletion of the account. */
  is_leaving: boolean
  /** Only what differs from the defaults; null if the reader has chosen nothing. */
  choices: NotificationSettingsChange['choices'] | null
  time_zone: string | null
  /** The creator or the person it is about, while the reader may see them. */
  portrait_id: string | null
  creator_id: string | null
  /** Whether the person, the post or the story it is about is not there for the reader any more. */
  is_gone: boolean
  /** Whether the reader has muted whom it is about. */
  is_muted: boolean
  /** The unread messages of its conversation, and since when the first one waits. */
  waiting: number
  waiting_since: Date | null
}

function mailColumns(db: Queryable, now: Date) {
  return db`
    ${noticeColumns(db)}, n.user_id, u.email, u.locale, not ${isNotFrozen(db, 'u')} as is_frozen,
    not ${hasNoDeletionRequest(db, 'u')} as is_leaving, s.choices, s.time_zone, face.picture_id as portrait_id,
    p.id as creator_id, unread.count as waiting, unread.since as waiting_since,
    not ${isNoticeDue(db, 'n', now)} as is_gone,
    ${isMuting(db, { by: db`n.user_id`, person: db`n.about_id` })} as is_muted`
}

function mailParts(db: Queryable) {
  return db`
    join users u on u.id = n.user_id ${noticeParts(db)}
    left join notification_settings s on s.user_id = n.user_id
    left join profiles face on face.id = coalesce((n.details ->> 'creator_id')::uuid, n.about_id)
      and ${isVisible(db, { person: 'face.id', to: db`n.user_id` })}
    cross join lateral (
      select count(*)::int as count, min(created_at) as since from (
        select m.created_at from messages m join conversations c on c.id = m.conversation_id
        where n.kind = 'new_message' and c.id = n.conversation_id and m.sender_id <> n.user_id
          and m.position > case when c.fan_id = n.user_id then c.fan_read else c.creator_read end
        order by m.position limit ${WAITING_MAX}
      ) waiting
    ) unread`
}

/**
 * Locks a notice until the transaction ends (`for update skip locked`). Undefined if it was mailed, or another process
 * is mailing it.
 */
export async function claimDueNotice(db: Tx, id: string, now: Date): Promise<UnmailedNotice | undefined> {
  const [notice] = await db<UnmailedNotice[]>`
    select ${mailColumns(db, now)} from member_notices n ${mailParts(db)}
    where n.id = ${id} and n.mailed_at is null and not n.in_summary
    for update of n skip locked`
  return notice
}

export async function markNoticesMailed(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await db`update member_notices set mailed_at = ${now} where id = any(${ids})`
}

/** For the demo, whose people get no mails. */
export async function markAllMailed(db: Queryable, now: Date): Promise<void> {
  await db`update member_notices set mailed_at = ${now} where mailed_at is null`
}

/** Who has a summary due, the longest wait first. */
export async function listDueSummaries(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ user_id: string }[]>`
    select user_id from member_notices
    where mailed_at is null and in_summary and ${dueAt(db)} <= ${now}
    group by user_id order by min(${dueAt(db)}), user_id`
  return rows.map(({ user_id }) => user_id)
}

/** What a summary of somebody is made of, oldest first. Empty if another process is mailing it (advisory lock). */
export async function claimSummary(db: Tx, user_id: string, now: Date): Promise<UnmailedNotice[]> {
  const [lock] = await db<{ is_ours: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`summary ${user_id}`}, 0)) as is_ours`
  if (!lock?.is_ours) return []
  return await db<UnmailedNotice[]>`
    select ${mailColumns(db, now)} from member_notices n ${mailParts(db)}
    where n.user_id = ${user_id} and n.mailed_at is null and n.in_summary and ${dueAt(db, 'n')} <= ${now}
    order by n.id`
}

/** The ticket of a fan that ends. */
export interface EndingTicket {
  /** Null: given by the house. */
  period: 'day' | 'week' | 'month' | null
  /** Whether it was bought to renew. */
  was_renewing: boolean
  ends_at: Date
  /** The lowest price of the creator. */
  again_from: string
}

export async function findEndingTicket(
  db: Queryable,
  fan_id: string,
  creator_id: string,
): Promise<EndingTicket | undefined> {
  const [row] = await db<EndingTicket[]>`
    with ${lastPeriods(db, fan_id, [creator_id])}
    select o.period, l.membership_id is not null as was_renewing, l.open_until as ends_at,
      least(p.day_subscription, p.week_subscription, p.month_subscription) as again_from
    from last_periods l join profiles p on p.id = l.profile_id left join orders o on o.id = l.order_id`
  return row
}

/** Switches the mails about these topics on or off, whatever else is chosen. False if there is no such account. */
export async function chooseMails(
  db: Queryable,
  user_id: string,
  { topics, value, now }: { topics: readonly NoticeTopic[]; value: boolean; now: Date },
): Promise<boolean> {
  const chosen = Object.fromEntries(topics.map((topic) => [topic, { mail: value }]))
  const rows = await db`
    insert into notification_settings as s (user_id, choices, updated_at)
    select u.id, ${db.json(chosen)}, ${now} from users u where u.id = ${user_id} and ${isNotErased(db, 'u')}
    on conflict (user_id) do update set
      choices = s.choices || (
        select jsonb_object_agg(topic, coalesce(s.choices -> topic, '{}') || jsonb_build_object('mail', ${value}::boolean))
        from unnest(${topics}::text[]) topic
      ),
      updated_at = ${now}
    returning s.user_id`
  return rows.length === 1
}
