import type { Queryable } from '#server/db/connect.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { isBlocking, isMuting, isNotErased, isNotFrozen, isPresent } from './visibility/people.ts'

/** Both tables have the same columns: who, whom, and since when. */
type List = 'blocks' | 'mutes'

export interface Pair {
  user_id: string
  other_id: string
}

/** A member whom somebody wants to block or to mute. */
export interface Target {
  id: string
  is_creator: boolean
}

/**
 * Finds a member by name or former name. Somebody who blocks the viewer is not found, as if they did not exist, unless
 * the viewer blocks them too.
 */
export async function findTarget(db: Queryable, viewer_id: string, username: string): Promise<Target | undefined> {
  const [row] = await db<Target[]>`
    select u.id, p.id is not null as is_creator
    from usernames n join users u on u.id = n.user_id left join profiles p on p.id = u.id
    where n.name_key = ${username.toLowerCase()} and ${isPresent(db, 'u.id')}
      and (
        not ${isBlocking(db, { by: db`u.id`, person: viewer_id })}
        or ${isBlocking(db, { by: viewer_id, person: db`u.id` })}
      )`
  return row
}

export interface ListedPerson {
  id: string
  username: string
  picture_id: string | null
  created_at: Date
}

/** False if the person is on the list already. */
export async function insertPair(db: Queryable, list: List, { user_id, other_id }: Pair, now: Date): Promise<boolean> {
  const rows = await db`
    insert into ${db(list)} (user_id, other_id, created_at) values (${user_id}, ${other_id}, ${now})
    on conflict do nothing returning other_id`
  return rows.length === 1
}

/** Those of the pairs of which the first person has muted the other one. */
export async function findMuted(db: Queryable, pairs: readonly Pair[]): Promise<Pair[]> {
  const column = (name: keyof Pair) => pairs.map((pair) => pair[name])
  return await db<Pair[]>`
    select pair.user_id, pair.other_id
    from unnest(${column('user_id')}::uuid[], ${column('other_id')}::uuid[]) as pair (user_id, other_id)
    where ${isMuting(db, { by: db`pair.user_id`, person: db`pair.other_id` })}`
}

/** Removes a person from the list and returns since when they were on it. Undefined if they were not. */
export async function deletePair(db: Queryable, list: List, { user_id, other_id }: Pair): Promise<Date | undefined> {
  const [row] = await db<{ created_at: Date }[]>`
    delete from ${db(list)} where user_id = ${user_id} and other_id = ${other_id} returning created_at`
  return row?.created_at
}

/** Finds a person on the list by name or former name, whether or not the viewer could see them otherwise. */
export async function findListed(
  db: Queryable,
  list: List,
  viewer_id: string,
  username: string,
): Promise<ListedPerson | undefined> {
  const [row] = await db<ListedPerson[]>`
    ${listed(db, list)}
    where l.user_id = ${viewer_id}
      and l.other_id = (select user_id from usernames where name_key = ${username.toLowerCase()})`
  return row
}

/** A page of the list, the last one added first, plus the first row of the next page. */
export async function listPairs(
  db: Queryable,
  list: List,
  viewer_id: string,
  after: TimeCursor = FIRST_PAGE,
): Promise<ListedPerson[]> {
  return await db<ListedPerson[]>`
    ${listed(db, list)}
    where l.user_id = ${viewer_id} and (l.created_at, l.other_id) < (${after.at}, ${after.id})
      and ${isNotErased(db, 'u')} and ${isNotFrozen(db, 'u')}
    order by l.created_at desc, l.other_id desc ${db.unsafe(`limit ${PAGE_ROWS}`)}`
}

function listed(db: Queryable, list: List) {
  return db`
    select u.id, u.username, p.picture_id, l.created_at
    from ${db(list)} l join users u on u.id = l.other_id left join profiles p on p.id = u.id`
}
