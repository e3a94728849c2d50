import { FOUND_CREATORS_MAX } from '#contract/creators.ts'
import type { Db, Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { withinTime } from '#server/db/time-limit.ts'
import { isVisible } from '#server/store/visibility/people.ts'
import { isSubscribed } from '#server/store/visibility/subscribers.ts'

export interface CreatorRow {
  id: string
  username: string
  bio: string
  picture_id: string | null
  suscribed: boolean
}

export interface CreatorSearch {
  /** Without accents, in lower case. */
  words: string
  viewer_id: string
  now: Date
}

/** Limits are literals in the text: with a parameter, PostgreSQL may choose a generic plan that reads whole tables. */
const MOST = FOUND_CREATORS_MAX
/**
 * Upper bound of the candidates that are ranked if a word is very frequent. Comparing a bio takes longer than comparing
 * a name: about 50 microseconds each where words only have to be similar.
 */
const CANDIDATES_MAX = { names: 1000, bios: 200, bios_with_beginning: 60, bios_of_recent: 20 }
/**
 * Similarity thresholds: two swapped letters in a name of six still match. The defaults of PostgreSQL are 0.3 and 0.6.
 */
const SIMILARITY_THRESHOLDS = { whole: '0.25', word: '0.4' }
/** The default of PostgreSQL for the operator `<%`. For that one the planner would compare a hundred bios just to plan. */
const BIO_SIMILARITY = 0.6

/**
 * Statement timeout: returns what `search` finds within `ms`, or nothing. Some inputs have trigrams that most bios
 * contain although no bio matches; PostgreSQL would compare every bio, for minutes.
 */
export async function withStatementTimeout(
  db: Db | Tx,
  ms: number,
  search: (tx: Tx) => Promise<string[]>,
): Promise<string[]> {
  return (await withinTime(db, ms, search)) ?? []
}

/** The most recently active creators, by their newest public post. */
export async function listActiveCreators(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  return await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from profiles p join users u on u.id = p.id
    where p.last_public_post_id is not null and ${isShown(db, wanted)}
    order by p.last_public_post_id desc ${limit(db, MOST)}`
}

/** The creators with these ids whom the viewer may see, in the same order. The searches below return only ids. */
export async function listCreators(
  db: Queryable,
  wanted: CreatorSearch,
  ids: readonly string[],
): Promise<CreatorRow[]> {
  if (ids.length === 0) return []
  const rows = await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from profiles p join users u on u.id = p.id
    where p.id in ${db([...ids])} and ${isShown(db, wanted)}`
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * The creator with this name or former name, then names with this prefix. A space also matches the - or _ of a name.
 */
export async function findByName(db: Queryable, wanted: CreatorSearch): Promise<string[]> {
  const name = wanted.words.replace(/^@ */, '')
  const pattern = `${name.replaceAll(/[\\%_]/g, '\\$&').replaceAll(' ', '_')}%`
  const rows = await db<{ id: string }[]>`
    (
      select p.id from usernames n join profiles p on p.id = n.user_id
      where n.name_key = ${name} and ${isShown(db, wanted)}
    )
    union all
    (
      select p.id from users u join profiles p on p.id = u.id
      where lower(u.username) like ${pattern} and ${isShown(db, wanted)}
      order by lower(u.username) using ~<~ ${limit(db, MOST)}
    )`
  return rows.map(({ id }) => id)
}

/**
 * Creators with a similar name, or a similar word in it (trigrams). Call it in a transaction, because it sets the
 * thresholds locally.
 */
export async function findBySimilarName(db: Queryable, wanted: CreatorSearch): Promise<string[]> {
  const { words } = wanted
  await db`
    select set_config('pg_trgm.similarity_threshold', ${SIMILARITY_THRESHOLDS.whole}, true),
      set_config('pg_trgm.word_similarity_threshold', ${SIMILARITY_THRESHOLDS.word}, true)`
  const near = db`
    select p.id, p.name_key from profiles p
    where (p.name_key % ${words} or ${words} <% p.name_key) and ${isShown(db, wanted)}
    ${limit(db, CANDIDATES_MAX.names)}`
  return await findBest(
    db,
    db`
      select id, row_number() over (
        order by greatest(similarity(name_key, ${words}), word_similarity(${words}, name_key)) desc,
          similarity(name_key, ${words}) desc, id
      ) as place from (${near}) near`,
  )
}

/**
 * Creators whose bio contains all of these words, or words that start with them. It is fast even if a single word is
 * frequent.
 */
export async function findByBio(db: Queryable, wanted: CreatorSearch): Promise<string[]> {
  // Only letters and digits, so nothing has to be escaped in the regular expression.
  const beginnings = wanted.words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // Shorter words alone would match nearly every bio, and the trigram index cannot find them.
  if (!beginnings.some(({ length }) => length >= 3)) return []
  const say = beginnings.reduce((all, beginning) => db`${all} and p.plain_bio ~ ${`\\m${beginning}`}`, db`true`)
  return await findWhereBio(db, wanted, say)
}

/**
 * Creators with similar words in their bio (trigrams). Only bios with a word that has the same first three letters, and
 * those of the creators who came or published last, are compared: most bios have trigrams of every word, so the index alone
 * would leave most of them to be compared.
 */
export async function findBySimilarBio(db: Queryable, wanted: CreatorSearch): Promise<string[]> {
  const { words } = wanted
  const beginnings = (words.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? []).map((word) => `\\m${word.slice(0, 3)}`)
  const { bios_with_beginning, bios_of_recent } = CANDIDATES_MAX
  const with_beginning = db`
    select id, plain_bio from profiles where plain_bio ~ ${beginnings.join('|')} ${limit(db, bios_with_beginning)}`
  return await findWhereBio(
    db,
    wanted,
    db`p.id in (
      select id from (
        (select id, plain_bio from profiles order by id desc ${limit(db, bios_of_recent)})
        union all (
          select id, plain_bio from profiles where last_public_post_id is not null
          order by last_public_post_id desc ${limit(db, bios_of_recent)}
        )
        ${beginnings.length === 0 ? db`` : db`union all (${with_beginning})`}
      ) candidate where word_similarity(${words}, plain_bio) >= ${BIO_SIMILARITY}
    )`,
  )
}

async function findWhereBio(db: Queryable, wanted: CreatorSearch, say: Fragment): Promise<string[]> {
  const { words } = wanted
  const near = db`
    select p.id, p.plain_bio, p.last_public_post_id from profiles p
    where ${say} and ${isShown(db, wanted)} ${limit(db, CANDIDATES_MAX.bios)}`
  return await findBest(
    db,
    db`
      select id, row_number() over (
        order by word_similarity(${words}, plain_bio) desc, last_public_post_id desc nulls last, id
      ) as place from (${near}) near`,
  )
}

/** The first of these candidates (id, place). */
async function findBest(db: Queryable, ranked: Fragment): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from (${ranked}) ranked order by place ${limit(db, MOST)}`
  return rows.map(({ id }) => id)
}

function creatorColumns(db: Queryable, { viewer_id, now }: CreatorSearch) {
  return db`
    select p.id, u.username, p.bio, p.picture_id,
      ${isSubscribed(db, { fan: viewer_id, creator: 'p.id' }, now)} as suscribed`
}

function isShown(db: Queryable, { viewer_id }: CreatorSearch) {
  return isVisible(db, { person: 'p.id', to: viewer_id })
}

function limit(db: Queryable, rows: number) {
  return db.unsafe(`limit ${rows}`)
}
