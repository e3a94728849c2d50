import type { Queryable } from '#server/db/connect.ts'
import { PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { isVisibleInList } from '../visibility/people.ts'
import { isSubscribed } from '../visibility/subscribers.ts'
import { isNotExpired, isShown } from '../visibility/things.ts'

/** Somebody who has seen a story, as its author sees them. */
export interface ViewerRow {
  id: string
  username: string
  picture_id: string | null
  seen_at: Date
}

/** Whether it is this person's own story, and not over. */
export async function isOwnStoryUp(db: Queryable, owner_id: string, id: string, now: Date): Promise<boolean> {
  const rows = await db`
    select from stories st
    where id = ${id} and profile_id = ${owner_id} and ${isNotExpired(db, 'st', now)} and ${isShown(db, 'st')}`
  return rows.length === 1
}

/**
 * The rows of `story_views` of the story `story` that count: its author does not, and nobody who is absent for the author.
 * `v` is the alias.
 */
function isCounted(db: Queryable, owner_id: string) {
  return db`v.user_id <> ${owner_id} and ${isVisibleInList(db, { person: 'v.user_id', to: owner_id })}`
}

interface Wanted {
  story_id: string
  owner_id: string
  /** A part of the name, without wildcards. */
  search: string | undefined
}

/** A page of those who have seen a story, latest first, plus the first row of the next page. */
export async function listStoryViewers(
  db: Queryable,
  { story_id, owner_id, search }: Wanted,
  { at, id }: TimeCursor,
): Promise<ViewerRow[]> {
  return await db<ViewerRow[]>`
    select v.user_id as id, u.username, p.picture_id, v.seen_at
    from story_views v join users u on u.id = v.user_id left join profiles p on p.id = v.user_id
    where v.story_id = ${story_id} and (v.seen_at, v.user_id) < (${at}, ${id}::uuid) and ${isCounted(db, owner_id)}
      and ${isNamed(db, search)}
    order by v.seen_at desc, v.user_id desc ${db.unsafe(`limit ${PAGE_ROWS}`)}`
}

function isNamed(db: Queryable, search: string | undefined) {
  return search === undefined ? db`true` : db`position(lower(${search}) in lower(u.username)) > 0`
}

export async function countStoryViewers(db: Queryable, { story_id, owner_id, search }: Wanted): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from story_views v join users u on u.id = v.user_id
    where v.story_id = ${story_id} and ${isCounted(db, owner_id)} and ${isNamed(db, search)}`
  return row?.count ?? 0
}

/** How many have seen each of these stories that are up, and how many of them subscribe. */
export async function countViewersOf(
  db: Queryable,
  owner_id: string,
  story_ids: string[],
  now: Date,
): Promise<{ story_id: string; people: number; subscribers: number }[]> {
  return await db<{ story_id: string; people: number; subscribers: number }[]>`
    select v.story_id, count(*) as people,
      count(*) filter (where ${isSubscribed(db, { fan: db`v.user_id`, creator: db`${owner_id}::uuid` }, now)}) as subscribers
    from story_views v
    where v.story_id = any(${story_ids}::uuid[]) and ${isCounted(db, owner_id)} group by v.story_id`
}
