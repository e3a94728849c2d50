import { FOUND_CREATORS_MAX } from '#contract/creators.ts'
import type { Db, Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { codeOf } from '#server/error-codes.ts'
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
 * a name.
 */
const CANDIDATES_MAX = { names: 1000, bios: 200 }
/**
 * Similarity thresholds: two swapped letters in a name of six still match. The defaults of PostgreSQL are 0.3 and 0.6.
 */
const SIMILARITY_THRESHOLDS = { whole: '0.25', word: '0.4' }

const QUERY_CANCELED = '57014'

/**
 * Statement timeout: returns what `search` finds within `ms`, or nothing. Some inputs have trigrams that most bios
 * contain although no bio matches; PostgreSQL would compare every bio, for minutes.
 */
export async function withStatementTimeout(
  db: Db,
  ms: number,
  search: (tx: Tx) => Promise<CreatorRow[]>,
): Promise<CreatorRow[]> {
  try {
    return await db.begin(async (tx) => {
      await tx`select set_config('statement_timeout', ${`${ms}ms`}, true)`
      return await search(tx)
    })
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return []
    throw error
  }
}

/** The most recently active creators, by their newest public post. */
export async function listActiveCreators(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  return await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from profiles p join users u on u.id = p.id
    where p.last_public_post_id is not null and ${isShown(db, wanted)}
    order by p.last_public_post_id desc ${limit(db, MOST)}`
}

/**
 * The creator with this name or former name, then names with this prefix. A space also matches the - or _ of a name.
 */
export async function listCreatorsByName(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  const name = wanted.words.replace(/^@ */, '')
  const pattern = `${name.replaceAll(/[\\%_]/g, '\\$&').replaceAll(' ', '_')}%`
  return await db<CreatorRow[]>`
    (
      ${creatorColumns(db, wanted)}
      from usernames n join profiles p on p.id = n.user_id join users u on u.id = p.id
      where n.name_key = ${name} and ${isShown(db, wanted)}
    )
    union all
    (
      ${creatorColumns(db, wanted)}
      from users u join profiles p on p.id = u.id
      where lower(u.username) like ${pattern} and ${isShown(db, wanted)}
      order by lower(u.username) using ~<~ ${limit(db, MOST)}
    )`
}

/**
 * Creators with a similar name, or a similar word in it (trigrams). Call it in a transaction, because it sets the
 * thresholds locally.
 */
export async function listCreatorsBySimilarName(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  const { words } = wanted
  await db`
    select set_config('pg_trgm.similarity_threshold', ${SIMILARITY_THRESHOLDS.whole}, true),
      set_config('pg_trgm.word_similarity_threshold', ${SIMILARITY_THRESHOLDS.word}, true)`
  return await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from (
        select u.id from users u join profiles p on p.id = u.id
        where (lower(u.username) % ${words} or ${words} <% lower(u.username)) and ${isShown(db, wanted)}
        ${limit(db, CANDIDATES_MAX.names)}
      ) near
      join users u on u.id = near.id
      join profiles p on p.id = near.id
    order by greatest(similarity(lower(u.username), ${words}), word_similarity(${words}, lower(u.username))) desc,
      similarity(lower(u.username), ${words}) desc, u.id
    ${limit(db, MOST)}`
}

/**
 * Creators whose bio contains all of these words, or words that start with them. It is fast even if a single word is
 * frequent.
 */
export async function listCreatorsByBio(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  // Only letters and digits, so nothing has to be escaped in the regular expression.
  const beginnings = wanted.words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // Shorter words alone would match nearly every bio, and the trigram index cannot find them.
  if (!beginnings.some(({ length }) => length >= 3)) return []
  const say = beginnings.reduce((all, beginning) => db`${all} and p.plain_bio ~ ${`\\m${beginning}`}`, db`true`)
  return await listByBio(db, wanted, say)
}

/** Creators with similar words in their bio (trigrams). */
export async function listCreatorsBySimilarBio(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  return await listByBio(db, wanted, db`${wanted.words} <% p.plain_bio`)
}

async function listByBio(db: Queryable, wanted: CreatorSearch, say: Fragment): Promise<CreatorRow[]> {
  const { words } = wanted
  return await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from (
        select p.id from profiles p join users u on u.id = p.id
        where ${say} and ${isShown(db, wanted)} ${limit(db, CANDIDATES_MAX.bios)}
      ) near
      join profiles p on p.id = near.id
      join users u on u.id = near.id
    order by word_similarity(${words}, p.plain_bio) desc, p.last_public_post_id desc nulls last, p.id
    ${limit(db, MOST)}`
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
