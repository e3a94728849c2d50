import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { asSeenBy, type ConversationRow, receivedPage } from './conversations.ts'
import { isAmong, type Narrowed } from './inbox-filters.ts'
import { escapedPattern, hasName, unindexedHits } from './message-search.ts'
import { findSettledTime } from './message-words.ts'

/** So many of the newest conversations are looked through, and of each so many of its newest messages, before the index is asked. */
const NEAR = { conversations: 45, messages: 60 }
/** What has no words yet is read, in so many of the newest conversations. */
const UNINDEXED_CONVERSATIONS = 200

export interface InboxSearch {
  creator_id: string
  now: Date
  /** Without accents, in lower case. */
  words: string
  /** If false, only names and labels are searched, and no messages. */
  in_messages: boolean
  after?: TimeCursor | undefined
  narrowed?: Narrowed | undefined
}

interface Found {
  id: string
  position: number | null
}

/** What the statements of one search have in common. */
interface Wanted extends InboxSearch {
  after: TimeCursor
  /** The words as PostgreSQL looks for them; null if there are none. */
  query: string | null
  /** Since when messages may have no words yet. */
  settled_at: Date
}

/**
 * A page of the conversations whose fan has this name or label, or one of whose messages has all of these words, plus the
 * first row of the next page. A word that is everywhere in the inbox fills a page from the newest conversations; only if
 * that is not sure, the index is asked for all of its messages, which are few then.
 */
export async function searchInbox(db: Queryable, search: InboxSearch): Promise<ConversationRow[]> {
  const wanted = {
    ...search,
    after: search.after ?? FIRST_PAGE,
    query: search.in_messages ? await readQuery(db, search) : null,
    settled_at: await findSettledTime(db),
  }
  const found = (await findNear(db, wanted)) ?? (await findAll(db, wanted))
  const ids = found.map(({ id }) => id)
  const positions = found.map(({ position }) => position)
  return await asSeenBy(
    db,
    search.creator_id,
    search.now,
    db`
      select c.*, found.position as found_position
      from unnest(${ids}::uuid[], ${positions}::integer[]) as found (id, position)
        join conversations c on c.id = found.id and c.creator_id = ${search.creator_id}`,
    { as: 'creator' },
  )
}

async function readQuery(db: Queryable, { creator_id, words }: InboxSearch): Promise<string | null> {
  const [row] = await db<{ query: string | null }[]>`select inbox_query(${creator_id}, ${words})::text as query`
  return row?.query ?? null
}

interface NearRow extends Found {
  is_found: boolean
  /** Whether older messages were not looked at. */
  has_more: boolean
}

/** Undefined if an older message of a conversation could have the words, so that the page is not sure. */
async function findNear(db: Queryable, wanted: Wanted): Promise<Found[] | undefined> {
  const { creator_id, now, after, narrowed } = wanted
  const page = receivedPage(db, creator_id, now, { after, narrowed, rows: NEAR.conversations })
  const rows = await db<NearRow[]>`
    select c.id, hit.position, hit.position is not null or ${isNamed(db, wanted)} as is_found,
      c.last_position > ${NEAR.messages} as has_more
    from (${page}) c cross join lateral (select ${newestHit(db, wanted)} as position) hit
    order by c.last_message_at desc, c.id desc`
  const found: Found[] = []
  for (const { id, position, is_found, has_more } of rows) {
    if (is_found) found.push({ id, position })
    else if (has_more && wanted.query !== null) return undefined
    if (found.length === PAGE_ROWS) return found
  }
  return rows.length < NEAR.conversations ? found : undefined
}

/** The newest of the last messages of the conversation `c` that has the words. */
function newestHit(db: Queryable, { creator_id, query, settled_at }: Wanted) {
  if (query === null) return db`null::integer`
  return db`greatest(
    (
      select w.position from (
        select position, words from message_words where conversation_id = c.id
        order by position desc ${limit(db, NEAR.messages)}
      ) w where w.words @@ ${query}::tsquery order by w.position desc limit 1
    ),
    (${newestUnindexed(db, { creator_id, query, settled_at })})
  )`
}

function newestUnindexed(db: Queryable, wanted: { creator_id: string; query: string; settled_at: Date }) {
  return unindexedHits(
    db,
    { ...wanted, creator: db`${wanted.creator_id}::uuid`, query: db`${wanted.query}::tsquery` },
    1,
  )
}

async function findAll(db: Queryable, wanted: Wanted): Promise<Found[]> {
  const { creator_id, now, after, narrowed, query, settled_at } = wanted
  const by_words =
    query === null
      ? db``
      : db`
        union all
        select w.conversation_id, max(w.position) from message_words w where w.words @@ ${query}::tsquery group by 1
        union all
        select c.id, m.position
        from (
          select * from conversations where creator_id = ${creator_id} and last_message_at >= ${settled_at}
          order by last_message_at desc, id desc ${limit(db, UNINDEXED_CONVERSATIONS)}
        ) c cross join lateral (${newestUnindexed(db, { creator_id, query, settled_at })}) m`
  return await db<Found[]>`
    with found (id, position) as (${named(db, wanted)} ${by_words})
    select c.id, max(found.position) as position
    from found join conversations c on c.id = found.id
    where c.creator_id = ${creator_id} and (c.last_message_at, c.id) < (${after.at}, ${after.id})
      and ${isAmong(db, creator_id, now, narrowed)}
    group by c.id
    order by c.last_message_at desc, c.id desc ${limit(db, PAGE_ROWS)}`
}

/** The conversations whose fan has this name or label. */
function named(db: Queryable, wanted: Wanted) {
  return db`
    select c.id, null::integer from conversations c join users fan on fan.id = c.fan_id
    where c.creator_id = ${wanted.creator_id} and ${isFanNamed(db, wanted)}
    union all
    select c.id, null::integer from fan_labels l
      join conversations c on c.creator_id = l.creator_id and c.fan_id = l.fan_id
    where ${isLabelled(db, wanted)}`
}

function isFanNamed(db: Queryable, { creator_id, words }: Wanted) {
  return hasName(db, { person: 'fan', to: creator_id, words })
}

/** The same for the conversation `c`. */
function isNamed(db: Queryable, wanted: Wanted) {
  return db`(
    exists (select from users fan where fan.id = c.fan_id and ${isFanNamed(db, wanted)})
    or exists (select from fan_labels l where l.fan_id = c.fan_id and ${isLabelled(db, wanted)})
  )`
}

/** Whether a word of the label `l` begins like this. */
function isLabelled(db: Queryable, { creator_id, words }: Wanted): Fragment {
  const beginning = `${escapedPattern(words)}%`
  return db`l.creator_id = ${creator_id} and (l.label_key like ${beginning} or l.label_key like ${`% ${beginning}`})`
}

function limit(db: Queryable, rows: number) {
  return db.unsafe(`limit ${rows}`)
}
