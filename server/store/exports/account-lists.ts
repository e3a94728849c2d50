import type { ReportedKind } from '#contract/cases.ts'
import type { Notice } from '#contract/notices.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { StatementRow } from '#server/store/decisions/statements.ts'
import { labelsOf } from '#server/store/fan-cards/fan-labels.ts'
import type { StatementRow as MonthlyStatementRow } from '#server/store/monthly-statements.ts'
import type { NoticeDetails } from '#server/store/notices.ts'
import type { Movement } from '#server/store/payments/movements.ts'
import type { Payout } from '#server/store/payouts/payouts.ts'
import { isRemoved } from '#server/store/visibility/conversations.ts'
import { knownName, UNNAMED_MEMBER, visibleName } from '#server/store/visibility/people.ts'
import { isNotExpired, isShown } from '#server/store/visibility/things.ts'
import type { StoredBytes } from './account-data.ts'

/**
 * Keyset pagination over the lists of a data export, because an account can have more rows than fit into memory. Each
 * page starts after the `cursor` of the last row of the previous page. Of other people the rows contain only their
 * names.
 */
export type ListPage<Row> = (db: Queryable, of: AccountListQuery) => Promise<(Row & { cursor: string })[]>

export interface AccountListQuery {
  user_id: string
  after: string
  now: Date
}

export const ROWS = 200

/** A picture with what its creator says of it. The focus is in percent from the top left corner. */
export interface PictureData extends StoredBytes {
  alt: string
  focus_x: number
  focus_y: number
}

export interface PostData {
  id: string
  description: string
  /** In their order; at least one. */
  pictures: PictureData[]
  protected: boolean
  likes_count: number
  /** Staff have hidden or removed it. It is still the author's own. */
  is_removed: boolean
  is_pinned: boolean
  created_at: Date
}

export const listOwnPosts: ListPage<PostData> = async (db, { user_id, after }) =>
  await db`
  select p.id as cursor, p.id, p.description, p.protected, p.likes_count, not (${isShown(db, 'p')}) as is_removed,
    p.pinned_at is not null as is_pinned, p.created_at, album.pictures
  from posts p cross join lateral (
    select json_agg(json_build_object(
      'alt', a.alt, 'focus_x', a.focus_x, 'focus_y', a.focus_y, 'store_key', m.store_key, 'files', m.files
    ) order by a.position) as pictures
    from (
      select 1 as position, p.media_id, p.alt, p.focus_x, p.focus_y
      union all select position, media_id, alt, focus_x, focus_y from post_pictures where post_id = p.id
    ) a join media m on m.id = a.media_id
  ) album
  where p.profile_id = ${user_id} and p.id > ${after} order by p.id limit ${ROWS}`

export interface DraftData {
  id: string
  description: string
  pictures: PictureData[]
  protected: boolean
  publish_at: Date | null
  created_at: Date
}

/** Posts that are not out yet. */
export const listOwnDrafts: ListPage<DraftData> = async (db, { user_id, after }) =>
  await db`
  select d.id as cursor, d.id, d.description, d.protected, d.publish_at, d.created_at, album.pictures
  from drafts d cross join lateral (
    select coalesce(json_agg(json_build_object(
      'alt', a.alt, 'focus_x', a.focus_x, 'focus_y', a.focus_y, 'store_key', m.store_key, 'files', m.files
    ) order by a.position), '[]') as pictures
    from draft_pictures a join media m on m.id = a.media_id where a.draft_id = d.id
  ) album
  where d.profile_id = ${user_id} and d.id > ${after} order by d.id limit ${ROWS}`

export interface StoryData extends StoredBytes {
  id: string
  description: string
  protected: boolean
  is_removed: boolean
  created_at: Date
  expires_at: Date
}

export const listOwnStories: ListPage<StoryData> = async (db, { user_id, after, now }) =>
  await db`
  select s.id as cursor, s.id, s.description, s.protected, not (${isShown(db, 's')}) as is_removed, s.created_at,
    s.expires_at, m.store_key, m.files
  from stories s join media m on m.id = s.media_id
  where s.profile_id = ${user_id} and ${isNotExpired(db, 's', now)} and s.id > ${after} order by s.id limit ${ROWS}`

export const listOwnLikes: ListPage<{ post_id: string; creator: string; liked_at: Date }> = async (
  db,
  { user_id, after },
) =>
  await db`
  select l.post_id as cursor, l.post_id, ${visibleName(db, { person: 'u', to: user_id })} as creator, l.created_at as liked_at
  from likes l join posts p on p.id = l.post_id and ${isShown(db, 'p')} join users u on u.id = p.profile_id
  where l.user_id = ${user_id} and l.post_id > ${after} order by l.post_id limit ${ROWS}`

export const listSeenStories: ListPage<{ story_id: string; creator: string; seen_at: Date }> = async (
  db,
  { user_id, after, now },
) =>
  await db`
  select v.story_id as cursor, v.story_id, ${visibleName(db, { person: 'u', to: user_id })} as creator, v.seen_at
  from story_views v join stories s on s.id = v.story_id and ${isShown(db, 's')} join users u on u.id = s.profile_id
  where v.user_id = ${user_id} and ${isNotExpired(db, 's', now)} and v.story_id > ${after} order by v.story_id limit ${ROWS}`

export interface ReportData {
  kind: ReportedKind
  /** Null unless it is a report of a post. */
  post_id: string | null
  reason: string
  description: string | null
  state: 'open' | 'removed' | 'dismissed' | 'decided' | 'appealed'
}

/**
 * Reports are deleted with a removed post, so reports of removed posts are read from the archived decision. Reports of
 * everything else are read from their cases.
 */
export const listOwnReports: ListPage<ReportData> = async (db, { user_id, after }) =>
  await db`
  select * from (
    select id as cursor, 'post' as kind, post_id, reason, description,
      case when dismissed_at is null then 'open' else 'dismissed' end as state
    from reports where author_id = ${user_id}
    union all
    select h.id, 'post', c.post_id, h.reason, h.description, c.outcome
    from handled_reports h join report_cases c on c.id = h.case_id
    where h.author_id = ${user_id} and c.outcome = 'removed'
    union all
    select r.id, c.kind, null, r.reason, r.description, c.state
    from case_reports r join cases c on c.id = r.case_id
    where r.reporter_id = ${user_id} and c.kind <> 'post'
  ) r
  where cursor > ${after} order by cursor limit ${ROWS}`

export interface ListedPersonData {
  username: string
  since: Date
}

export const listOwnBlocks: ListPage<ListedPersonData> = async (db, query) => await listPeople(db, 'blocks', query)

export const listOwnMutes: ListPage<ListedPersonData> = async (db, query) => await listPeople(db, 'mutes', query)

/** Those whom the user blocks or mutes, by the names they have now. */
async function listPeople(db: Queryable, list: 'blocks' | 'mutes', { user_id, after }: AccountListQuery) {
  return await db<(ListedPersonData & { cursor: string })[]>`
    select l.other_id as cursor, ${visibleName(db, { person: 'u', to: user_id })} as username, l.created_at as since
    from ${db(list)} l join users u on u.id = l.other_id
    where l.user_id = ${user_id} and l.other_id > ${after} order by l.other_id limit ${ROWS}`
}

/** The creators whose opening the user wants to be told of. */
export const listOwnWaiting: ListPage<ListedPersonData> = async (db, { user_id, after }) =>
  await db`
  select w.creator_id as cursor, ${visibleName(db, { person: 'u', to: user_id })} as username, w.created_at as since
  from waiting_fans w join users u on u.id = w.creator_id
  where w.fan_id = ${user_id} and w.creator_id > ${after} order by w.creator_id limit ${ROWS}`

export interface FanCardData {
  fan: string
  labels: string[]
  note: string | null
}

/** What a creator wrote about their fans, by the names that the creator may read now. */
export const listOwnFanCards: ListPage<FanCardData> = async (db, { user_id, after }) =>
  await db`
  select u.id as cursor, ${visibleName(db, { person: 'u', to: user_id })} as fan,
    ${labelsOf(db, { creator: db`${user_id}::uuid`, fan: db`u.id` })} as labels,
    (select n.note from fan_notes n where n.creator_id = ${user_id} and n.fan_id = u.id) as note
  from (
      select fan_id from fan_labels where creator_id = ${user_id} and fan_id > ${after}
      union select fan_id from fan_notes where creator_id = ${user_id} and fan_id > ${after}
    ) card join users u on u.id = card.fan_id
  order by u.id limit ${ROWS}`

export const listOwnSavedReplies: ListPage<{ content: string; created_at: Date }> = async (db, { user_id, after }) =>
  await db`
  select id as cursor, content, created_at from saved_replies
  where creator_id = ${user_id} and id > ${after} order by id limit ${ROWS}`

export interface SubscriptionData {
  creator: string
  starts_at: Date
  expires_at: Date
  /** The amount paid in cents; null for a complimentary subscription. */
  charged: number | null
}

export const listHeldSubscriptions: ListPage<SubscriptionData> = async (db, { user_id, after }) =>
  await db`
  select s.id as cursor, ${visibleName(db, { person: 'u', to: user_id })} as creator, s.starts_at, s.expires_at,
    (select sum(m.charged) from movements m where m.subscription_id = s.id and m.kind = 'payment') as charged
  from (
      select * from subscriptions where fan_id = ${user_id} and id > ${after} order by id ${db.unsafe(`limit ${ROWS}`)}
    ) s
    join users u on u.id = s.profile_id
  order by s.id`

/** Without the fan's name: a creator does not learn who subscribes. */
export const listGrantedSubscriptions: ListPage<{ starts_at: Date; expires_at: Date }> = async (
  db,
  { user_id, after },
) =>
  await db`
  select id as cursor, starts_at, expires_at from subscriptions
  where profile_id = ${user_id} and id > ${after} order by id limit ${ROWS}`

export interface RevenueData
  extends Pick<
    Movement,
    | 'kind'
    | 'period'
    | 'vat_country'
    | 'vat_percent'
    | 'price'
    | 'vat'
    | 'charged'
    | 'platform_fee'
    | 'banking_fee'
    | 'net'
    | 'is_demo'
  > {
  paid_at: Date
}

/** The columns of the revenues table, and so without the fan's name; also what was given back. */
export const listMovements: ListPage<RevenueData> = async (db, { user_id, after }) =>
  await db`
  select id as cursor, kind, period, occurred_at as paid_at, vat_country, vat_percent::float8 as vat_percent, price, vat,
    charged, platform_fee, banking_fee, net, is_demo
  from movements where creator_id = ${user_id} and id > ${after} order by id limit ${ROWS}`

export type PayoutData = Pick<
  Payout,
  'id' | 'cents' | 'state' | 'account_last4' | 'asked_at' | 'sent_at' | 'ended_at' | 'failure' | 'is_demo'
>

/** Without what staff noted, and without the batch. */
export const listOwnPayouts: ListPage<PayoutData> = async (db, { user_id, after }) =>
  await db`
  select id as cursor, id, cents, state, account_last4, asked_at, sent_at, ended_at, failure, is_demo
  from payouts where creator_id = ${user_id} and id > ${after} order by id limit ${ROWS}`

/** There is one of a month, and months are after the first id in the order of texts. */
export const listOwnMonthlyStatements: ListPage<MonthlyStatementRow> = async (db, { user_id, after }) =>
  await db`
  select month as cursor, number, month, facts, issued_at
  from monthly_statements where creator_id = ${user_id} and month > ${after} order by month limit ${ROWS}`

export interface BroadcastData {
  audience: string
  /** Of the audience `label`. */
  label: string | null
  content: string
  publish_at: Date
  is_cancelled: boolean
  sent: number
}

/** What the user wrote to many. The messages are in the conversations. */
export const listOwnBroadcasts: ListPage<BroadcastData> = async (db, { user_id, after }) =>
  await db`
  select id as cursor, audience, label, content, publish_at, cancelled_at is not null as is_cancelled, sent
  from broadcasts where creator_id = ${user_id} and id > ${after} order by id limit ${ROWS}`

export const listOwnSessions: ListPage<{ device: string; created_at: Date; last_used_at: Date }> = async (
  db,
  { user_id, after },
) =>
  await db`
  select id as cursor, user_agent as device, created_at, last_used_at from sessions
  where user_id = ${user_id} and id > ${after} order by id limit ${ROWS}`

export interface NoticeData {
  kind: Notice['kind']
  reason: NonNullable<NoticeDetails['reason']> | null
  /** The description of the user's own post that the notice is about. */
  post: string | null
  creator: string | null
  answer: string | null
  created_at: Date
  read_at: Date | null
}

/** The case is joined for the author of the post only, as in `listNotices`. */
export const listOwnNotices: ListPage<NoticeData> = async (db, { user_id, after }) =>
  await db`
  select n.id as cursor, n.kind, n.details ->> 'reason' as reason, c.description as post,
    case when creator.id is not null then ${visibleName(db, { person: 'creator', to: user_id })} end as creator,
    coalesce(d.appeal, c.answer) as answer, n.created_at, n.read_at
  from member_notices n
    left join report_cases c on c.id = n.case_id and c.author_id = n.user_id
    left join decisions d on d.id = n.decision_id and d.subject_id = n.user_id
    left join users creator on creator.id = (n.details ->> 'creator_id')::uuid
  where n.user_id = ${user_id} and n.id > ${after} order by n.id limit ${ROWS}`

export type DecisionData = Omit<StatementRow, 'is_account_frozen' | 'locale'>

/** The decisions against the user and their appeals, without who decided. */
export const listOwnDecisions: ListPage<DecisionData> = async (db, { user_id, after }) =>
  await db`
  select d.id as cursor, c.number, c.kind, d.actions, d.parts, d.ground, d.facts, d.until, d.is_automated, d.is_noticed,
    d.decided_at, d.appeal_until, d.undone_at, d.appeal, d.appealed_at, d.appeal_outcome, d.appeal_answer,
    d.appeal_decided_at
  from decisions d join cases c on c.id = d.case_id
  where d.subject_id = ${user_id} and d.ground is not null and d.id > ${after} order by d.id limit ${ROWS}`

export interface ConversationData {
  id: string
  /** The name of the other participant. */
  with: string
  created_at: Date
}

export const listOwnConversations: ListPage<ConversationData> = async (db, { user_id, after }) =>
  await db`
  select c.id as cursor, c.id, coalesce(${knownName(db, { person: 'u', to: user_id })}, ${UNNAMED_MEMBER}) as with, c.created_at
  from conversations c join users u on u.id = case when c.fan_id = ${user_id} then c.creator_id else c.fan_id end
  where (c.fan_id = ${user_id} or c.creator_id = ${user_id}) and c.id > ${after} order by c.id limit ${ROWS}`

export interface MessageData {
  position: number
  is_own: boolean
  content: string
  /** Staff have removed it, and the content is a placeholder. */
  is_removed: boolean
  created_at: Date
  reactions: { emoji: string; is_own: boolean }[]
}

/** A page of the messages of one of the user's conversations, after this position. */
export async function listMessagesAfter(
  db: Queryable,
  { conversation_id, user_id, after }: { conversation_id: string; user_id: string; after: number },
): Promise<MessageData[]> {
  return await db<MessageData[]>`
    select m.position, m.sender_id = ${user_id} as is_own, m.content, ${isRemoved(db, 'm')} as is_removed, m.created_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('emoji', r.emoji, 'is_own', r.user_id = ${user_id}) order by r.created_at, r.emoji)
        from reactions r where r.message_id = m.id and not ${isRemoved(db, 'm')}
      ), '[]') as reactions
    from messages m join conversations c on c.id = m.conversation_id
    where m.conversation_id = ${conversation_id} and ${user_id} in (c.fan_id, c.creator_id)
      and m.position > ${after}
    order by m.position limit ${ROWS}`
}
