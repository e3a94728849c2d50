import { type FanState, UNREAD_BADGE_MAX } from '#contract/conversations.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { labelsOf } from '#server/store/fan-cards/fan-labels.ts'
import {
  hasBlocked,
  isClosed,
  isRemoved,
  mayWriteTo,
  type WritingState,
  writingState,
} from '#server/store/visibility/conversations.ts'
import { knownName } from '#server/store/visibility/people.ts'
import { fanState, isAmong, type Narrowed } from './inbox-filters.ts'

export interface Participants {
  fan_id: string
  creator_id: string
}

/** A conversation in the list of one of its participants. An erased account has no name, and neither has a blocker. */
export interface ConversationRow extends Participants {
  id: string
  creator_username: string | null
  creator_picture_id: string | null
  fan_username: string | null
  fan_picture_id: string | null
  last_message_at: Date
  last_content: string | null
  last_created_at: Date | null
  last_sender_id: string | null
  last_is_removed: boolean
  unread_count: number
  writing: WritingState
  /** Whether the viewer blocks the other participant. */
  is_blocked: boolean
  /** For the creator in their list of received conversations; null otherwise. */
  labels: string[] | null
  fan_state: FanState | null
  /** The newest message with the words of a search; null if there are none, or the fan's name or label was found. */
  found: { id: string; content: string; created_at: string; sender_id: string } | null
}

/** Undefined if the viewer is not a participant. */
export async function findParticipants(
  db: Queryable,
  viewer_id: string,
  conversation_id: string,
): Promise<(Participants & { is_closed: boolean }) | undefined> {
  const [row] = await db<(Participants & { is_closed: boolean })[]>`
    select c.fan_id, c.creator_id, ${isClosed(db)} as is_closed from conversations c
    where c.id = ${conversation_id} and ${viewer_id} in (c.fan_id, c.creator_id)`
  return row
}

/**
 * Moves the viewer's read mark up to this position. Returns the newest message of the other participant that became
 * read, or undefined if there was none. Of several concurrent calls only one gets a result.
 */
export async function markRead(
  db: Queryable,
  viewer_id: string,
  conversation_id: string,
  position: number,
): Promise<string | undefined> {
  const [row] = await db<{ message_id: string }[]>`
    update conversations c set
      fan_read = case when c.fan_id = ${viewer_id} then ${position} else c.fan_read end,
      fan_delivered = case when c.fan_id = ${viewer_id} then greatest(c.fan_delivered, ${position}) else c.fan_delivered end,
      creator_read = case when c.creator_id = ${viewer_id} then ${position} else c.creator_read end,
      creator_delivered =
        case when c.creator_id = ${viewer_id} then greatest(c.creator_delivered, ${position}) else c.creator_delivered end
    where c.id = ${conversation_id} and ${viewer_id} in (c.fan_id, c.creator_id)
      and exists (
        select from messages m
        where m.conversation_id = c.id and m.sender_id <> ${viewer_id} and m.position <= ${position}
          and m.position > case when c.fan_id = ${viewer_id} then c.fan_read else c.creator_read end
      )
    returning (
      select m.id from messages m
      where m.conversation_id = c.id and m.sender_id <> ${viewer_id} and m.position <= ${position}
      order by m.position desc limit 1
    ) as message_id`
  return row?.message_id
}

/**
 * Marks the conversations between two people as read for one of them. No read receipt follows, because what they have
 * read must not tell the other one anything from now on.
 */
export async function markAllRead(
  db: Queryable,
  { user_id, other_id }: { user_id: string; other_id: string },
): Promise<void> {
  await db`
    update conversations set fan_read = last_position, fan_delivered = last_position
    where fan_id = ${user_id} and creator_id = ${other_id}`
  await db`
    update conversations set creator_read = last_position, creator_delivered = last_position
    where creator_id = ${user_id} and fan_id = ${other_id}`
}

interface MayMessage {
  may_message: boolean
  /** The existing conversation between the two, if there is one. */
  conversation_id: string | null
}

/** Whether the viewer may write to a creator; undefined if there is no such creator. */
export async function findMayMessage(
  db: Queryable,
  fan_id: string,
  creator_id: string,
  now: Date,
): Promise<MayMessage | undefined> {
  const [row] = await db<MayMessage[]>`
    select ${mayWriteTo(db, { fan: fan_id, creator: 'profiles.id' }, now)} as may_message, c.id as conversation_id
    from profiles left join conversations c on c.creator_id = profiles.id and c.fan_id = ${fan_id}
    where profiles.id = ${creator_id}`
  return row
}

/** Which of the two lists, and the place where the page starts. */
export interface ListOf {
  as: 'fan' | 'creator'
  after?: TimeCursor | undefined
  /** Of received conversations only some. */
  narrowed?: Narrowed | undefined
}

/** A page of conversations, the most recently used first, plus the first row of the next page. */
export async function listConversations(
  db: Queryable,
  viewer_id: string,
  now: Date,
  { as, after = FIRST_PAGE, narrowed }: ListOf,
): Promise<ConversationRow[]> {
  const page =
    as === 'creator'
      ? receivedPage(db, viewer_id, now, { after, narrowed, rows: PAGE_ROWS })
      : db`
        select c.* from conversations c
        where c.fan_id = ${viewer_id} and (c.last_message_at, c.id) < (${after.at}, ${after.id})
        ${orderAndLimit(db, PAGE_ROWS)}`
  return await asSeenBy(db, viewer_id, now, db`select page.*, null::integer as found_position from (${page}) page`, {
    as,
  })
}

/** A page of the conversations that a creator received, as rows of `conversations`. */
export function receivedPage(
  db: Queryable,
  creator_id: string,
  now: Date,
  { after, narrowed, rows }: { after: TimeCursor; narrowed: Narrowed | undefined; rows: number },
) {
  return db`
    select c.* from conversations c
    where c.creator_id = ${creator_id} and (c.last_message_at, c.id) < (${after.at}, ${after.id})
      and ${isAmong(db, creator_id, now, narrowed)}
    ${orderAndLimit(db, rows)}`
}

/** The limit is a literal: with a parameter, PostgreSQL may choose a generic plan that reads whole tables. */
function orderAndLimit(db: Queryable, rows: number) {
  return db.unsafe(`order by c.last_message_at desc, c.id desc limit ${rows}`)
}

/**
 * The number of unread messages in one of the two lists, over all pages. It counts at most one more than a badge can
 * show.
 */
export async function countUnread(db: Queryable, viewer_id: string, as: ListOf['as']): Promise<number> {
  const [own, read] = as === 'fan' ? [db('c.fan_id'), db('c.fan_read')] : [db('c.creator_id'), db('c.creator_read')]
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select from conversations c
        -- Conversation by conversation, and only what is after the mark: a plain join reads all messages. The upper end is
        -- always true, and keeps PostgreSQL from reading a whole conversation.
        cross join lateral (
          select from messages m
          where m.conversation_id = c.id and m.position > ${read} and m.position <= c.last_position
            and m.sender_id <> ${viewer_id}
          offset 0
        ) m
      -- Selected, the person has no plan of their own: to make a new one takes longer than to count.
      where ${own} = (select ${viewer_id}::uuid) and c.last_position > ${read}
      ${db.unsafe(`limit ${UNREAD_BADGE_MAX + 1}`)}
    ) unread`
  return row?.count ?? 0
}

/** Up to which message this participant has read the conversation `c`. */
function readMark(db: Queryable, participant: string): Fragment {
  return db`case when c.fan_id = ${participant} then c.fan_read else c.creator_read end`
}

/** Upper bound of the count per conversation, so that it stays cheap. */
const UNREAD_MAX = 10_000

/**
 * Limits the page first and joins afterwards, so that the cost does not depend on the length of the conversations. `more` are
 * further columns.
 */
export function asSeenBy<Row extends ConversationRow = ConversationRow>(
  db: Queryable,
  viewer_id: string,
  now: Date,
  page: Fragment,
  { as, more = db`` }: { as?: ListOf['as'] | undefined; more?: Fragment } = {},
) {
  const of_fan =
    as === 'creator'
      ? {
          labels: labelsOf(db, { creator: db`c.creator_id`, fan: db`c.fan_id` }),
          state: fanState(db, now),
        }
      : { labels: db`null::text[]`, state: db`null` }
  return db<Row[]>`
    select c.id, c.fan_id, c.creator_id, c.last_message_at,
      ${knownName(db, { person: 'creator', to: viewer_id })} as creator_username,
      profile.picture_id as creator_picture_id, ${knownName(db, { person: 'fan', to: viewer_id })} as fan_username,
      fan_profile.picture_id as fan_picture_id,
      last.content as last_content, last.created_at as last_created_at, last.sender_id as last_sender_id,
      ${isRemoved(db, 'last')} as last_is_removed,
      -- Nothing is read of a conversation whose last message they have read.
      case when c.last_position > ${readMark(db, viewer_id)} then (
        select count(*)::int from (
          select from messages m
          where m.conversation_id = c.id and m.sender_id <> ${viewer_id} and m.position > ${readMark(db, viewer_id)}
            -- Always true: without an upper end PostgreSQL reads the whole conversation.
            and m.position <= c.last_position
          ${db.unsafe(`limit ${UNREAD_MAX}`)}
        ) unread
      ) else 0 end as unread_count,
      ${writingState(db, viewer_id, now)} as writing, (${hasBlocked(db, viewer_id)}) as is_blocked,
      ${of_fan.labels} as labels, ${of_fan.state} as fan_state,
      case when found.id is not null and not ${isRemoved(db, 'found')} then json_build_object(
        'id', found.id, 'content', found.content, 'created_at', found.created_at, 'sender_id', found.sender_id
      ) end as found ${more}
    from (${page}) c
      -- Row by row: for a plain join PostgreSQL often reads thousands of people. The offset keeps it from that.
      cross join lateral (select id, username, frozen_until from users where id = c.creator_id offset 0) creator
      cross join lateral (select picture_id from profiles where id = c.creator_id offset 0) profile
      cross join lateral (select id, username, frozen_until from users where id = c.fan_id offset 0) fan
      left join lateral (select picture_id from profiles where id = c.fan_id offset 0) fan_profile on true
      left join messages last on last.conversation_id = c.id and last.position = c.last_position
      left join messages found on found.conversation_id = c.id and found.position = c.found_position
    order by c.last_message_at desc, c.id desc`
}
