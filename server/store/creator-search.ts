import type { PendingQuery, Row } from 'postgres'
import { FOUND_CREATORS_MAX } from '#contract/limits.ts'
import type { Db, Queryable, Tx } from '#server/db/connect.ts'
import { codeOf } from '#server/error-codes.ts'
import { isVisible } from './visibility/people.ts'
import { isSubscribed } from './visibility/subscribers.ts'

export interface CreatorRow {
  id: string
  username: string
  bio: string
  picture_id: string | null
  suscribed: boolean
}

export interface CreatorSearch {
  /** Without accents and case. */
  words: string
  viewer_id: string
  now: Date
}

/** The numbers stand in the text: a plan made for any number of rows would read whole tables. */
const MOST = FOUND_CREATORS_MAX
/** Of words that half the house uses, so many are looked at, and the best of these are shown: a bio takes longer than a name. */
const LOOKED_AT = { names: 1000, bios: 200 }
/** Two letters that change places in a name of six leave this much of it. By itself PostgreSQL asks for 0.3 and 0.6. */
const NEAR_ENOUGH = { whole: '0.25', word: '0.4' }

const QUERY_CANCELED = '57014'

/**
 * What is found in so many milliseconds; nobody, when that is not enough. Letters that most bios have, in words that none
 * has, make PostgreSQL weigh every one of them: minutes of work for three letters.
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

/** Whoever was active last comes first, by their newest post for everybody. */
export async function listActiveCreators(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  return await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from profiles p join users u on u.id = p.id
    where p.last_public_post_id is not null and ${isShown(db, wanted)}
    order by p.last_public_post_id desc ${limit(db, MOST)}`
}

/** Who has this name or had it, then those whose names begin with it. A gap stands for the - or _ that names have there. */
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

/** Those whose names, or a word of them, are nearly this. In a transaction, where it is said what is near enough. */
export async function listCreatorsBySimilarName(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  const { words } = wanted
  await db`
    select set_config('pg_trgm.similarity_threshold', ${NEAR_ENOUGH.whole}, true),
      set_config('pg_trgm.word_similarity_threshold', ${NEAR_ENOUGH.word}, true)`
  return await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from (
        select u.id from users u join profiles p on p.id = u.id
        where (lower(u.username) % ${words} or ${words} <% lower(u.username)) and ${isShown(db, wanted)}
        ${limit(db, LOOKED_AT.names)}
      ) near
      join users u on u.id = near.id
      join profiles p on p.id = near.id
    order by greatest(similarity(lower(u.username), ${words}), word_similarity(${words}, lower(u.username))) desc,
      similarity(lower(u.username), ${words}) desc, u.id
    ${limit(db, MOST)}`
}

/** Those who say all of these words of themselves, or words that begin so. That is quickly seen, however many say one of them. */
export async function listCreatorsByBio(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  // Letters and digits alone: nothing of them means something else in a pattern.
  const beginnings = wanted.words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // Shorter ones alone would find everybody, and the index knows none of them.
  if (!beginnings.some(({ length }) => length >= 3)) return []
  const say = beginnings.reduce((all, beginning) => db`${all} and p.plain_bio ~ ${`\\m${beginning}`}`, db`true`)
  return await listByBio(db, wanted, say)
}

/** Those who say this of themselves, or nearly. */
export async function listCreatorsBySimilarBio(db: Queryable, wanted: CreatorSearch): Promise<CreatorRow[]> {
  return await listByBio(db, wanted, db`${wanted.words} <% p.plain_bio`)
}

async function listByBio(db: Queryable, wanted: CreatorSearch, say: PendingQuery<Row[]>): Promise<CreatorRow[]> {
  const { words } = wanted
  return await db<CreatorRow[]>`
    ${creatorColumns(db, wanted)}
    from (
        select p.id from profiles p join users u on u.id = p.id
        where ${say} and ${isShown(db, wanted)} ${limit(db, LOOKED_AT.bios)}
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
