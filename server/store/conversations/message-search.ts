import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { isRemoved } from '#server/store/visibility/conversations.ts'
import { knownName } from '#server/store/visibility/people.ts'
import { asSeenBy, type ConversationRow } from './conversations.ts'
import { findSettledTime } from './message-words.ts'

/** What has no words yet is read: of a conversation so many of the newest messages. */
const UNINDEXED_MESSAGES = 50
/** Of the others, so many of the newest ones are read before the index is asked. */
const NEAR_MESSAGES = 1000
/** Trigrams find a part of a name from so many letters on. */
const LEAST_LETTERS_WITHIN = 3

/** What is looked for in messages. The words of a conversation are those of its creator's inbox (migration 071). */
interface Looked {
  /** The creator of the conversation `c`. */
  creator: Fragment
  query: Fragment
  /** Since when messages may have no words yet. */
  settled_at: Date
  /** Only messages before this position. */
  end?: Fragment
}

/** The positions of messages of the conversation `c` with the words, newest first, among those whose words are not written yet. */
export function unindexedHits(db: Queryable, { creator, query, settled_at, end }: Looked, rows: number): Fragment {
  return db`
    select m.position from messages m
    where m.conversation_id = c.id and m.position > c.last_position - ${UNINDEXED_MESSAGES}
      and m.created_at >= ${settled_at} and not ${isRemoved(db, 'm')} ${end ? db`and m.position < ${end}` : db``}
      and not exists (select from message_words w where w.conversation_id = m.conversation_id and w.position = m.position)
      and inbox_words(${creator}, m.content) @@ ${query}
    order by m.position desc ${db.unsafe(`limit ${rows}`)}`
}

/** Among all others, those that `nearHits` looks through, and those that `farHits` asks the index for. */
interface Indexed {
  query: Fragment
  end: Fragment
}

/** The messages just before the end are read from the newest on until enough are found: a frequent word is among them. */
function nearHits(db: Queryable, { query, end }: Indexed, rows: number): Fragment {
  return db`
    select w.position from (
      select position, words from message_words
      where conversation_id = c.id and position < ${end} and position >= ${end} - ${NEAR_MESSAGES}::integer
      order by position desc offset 0
    ) w where w.words @@ ${query} order by w.position desc ${db.unsafe(`limit ${rows}`)}`
}

/**
 * The messages before these are found by the index alone (migration 111), because a word that is not among the newest ones
 * is rare. The conversation is compared as a list, which only that index knows: with the key of the table, PostgreSQL
 * would read all messages of the conversation.
 */
function farHits(db: Queryable, { query, end }: Indexed, rows: number): Fragment {
  return db`
    select w.position from message_words w
    where w.words @@ ${query} and array[w.conversation_id] @> array[c.id]
      and w.position < ${end} - ${NEAR_MESSAGES}::integer
    order by w.position desc ${db.unsafe(`limit ${rows}`)}`
}

/** Whether this user has this name, as the other participant reads it. A space also matches the - or _ of a name. */
export function hasName(db: Queryable, { person, to, words }: { person: string; to: string; words: string }): Fragment {
  const name = words.replace(/^@ */, '')
  const pattern = `${name.length < LEAST_LETTERS_WITHIN ? '' : '%'}${escapedPattern(name).replaceAll(' ', '_')}%`
  return db`lower(${db(person)}.username) like ${pattern} and ${knownName(db, { person, to })} is not null`
}

export function escapedPattern(words: string): string {
  return words.replaceAll(/[\\%_]/g, '\\$&')
}

export interface OwnSearch {
  fan_id: string
  now: Date
  /** Without accents, in lower case. */
  words: string
  /** If false, only names are searched, and no messages. */
  in_messages: boolean
  after: TimeCursor
}

/**
 * A page of the conversations that a fan started, whose creator has this name, or one of whose messages has all of these
 * words. Each of them is looked through, because a fan has few conversations, of very different inboxes.
 */
export async function searchOwn(
  db: Queryable,
  { fan_id, now, words, in_messages, after }: OwnSearch,
): Promise<ConversationRow[]> {
  const settled_at = await findSettledTime(db)
  const looked = { creator: db`c.creator_id`, query: db`asked.query`, settled_at, end: db`(c.last_position + 1)` }
  const hit = in_messages
    ? db`greatest(
        coalesce(
          (${nearHits(db, looked, 1)}),
          case when c.last_position > ${NEAR_MESSAGES} then (${farHits(db, looked, 1)}) end
        ),
        (${unindexedHits(db, looked, 1)})
      )`
    : db`null::integer`
  return await asSeenBy(
    db,
    fan_id,
    now,
    db`
      select c.*, hit.position as found_position
      from conversations c join users creator on creator.id = c.creator_id
        cross join lateral (select inbox_query(c.creator_id, ${words}) as query offset 0) asked
        cross join lateral (select ${hit} as position) hit
      where c.fan_id = ${fan_id} and (c.last_message_at, c.id) < (${after.at}, ${after.id})
        and (hit.position is not null or (${hasName(db, { person: 'creator', to: fan_id, words })}))
      ${db.unsafe(`order by c.last_message_at desc, c.id desc limit ${PAGE_ROWS}`)}`,
  )
}

export interface FoundRow {
  id: string
  content: string
  created_at: Date
  sender_id: string
}

/**
 * The messages of one of the viewer's conversations with all of these words, newest first, or those before the message
 * `before`. Undefined if the viewer does not take part in it.
 */
export async function searchThread(
  db: Queryable,
  { viewer_id, id, words, before }: { viewer_id: string; id: string; words: string; before: string | undefined },
): Promise<FoundRow[] | undefined> {
  const end =
    before === undefined
      ? db`c.last_position + 1`
      : db`(select position from messages where id = ${before} and conversation_id = c.id)`
  const [own] = await db<{ query: string | null; end: number | null }[]>`
    select inbox_query(c.creator_id, ${words})::text as query, ${end} as end from conversations c
    where c.id = ${id} and ${viewer_id} in (c.fan_id, c.creator_id)`
  if (!own) return undefined
  if (own.query === null || own.end === null) return []
  const looked = {
    creator: db`c.creator_id`,
    query: db`${own.query}::tsquery`,
    settled_at: await findSettledTime(db),
    end: db`${own.end}::integer`,
  }
  const near = db`(${nearHits(db, looked, PAGE_ROWS)}) union (${unindexedHits(db, looked, PAGE_ROWS)})`
  const rows = await readHits(db, id, near, PAGE_ROWS)
  if (rows.length === PAGE_ROWS || own.end <= NEAR_MESSAGES) return rows
  const missing = PAGE_ROWS - rows.length
  return [...rows, ...(await readHits(db, id, farHits(db, looked, missing), missing))]
}

async function readHits(db: Queryable, id: string, hits: Fragment, limit: number): Promise<FoundRow[]> {
  return await db<FoundRow[]>`
    select m.id, m.content, m.created_at, m.sender_id
    from (
      select hit.position from conversations c cross join lateral (${hits}) hit
      where c.id = ${id} ${db.unsafe(`order by position desc limit ${limit}`)}
    ) hit join messages m on m.conversation_id = ${id} and m.position = hit.position
    where not ${isRemoved(db, 'm')}
    order by m.position desc`
}
