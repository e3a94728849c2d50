import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isPresent, isVisible } from './visibility/people.ts'
import { isActive, isSubscribed } from './visibility/subscribers.ts'
import { isNotExpired, isShown } from './visibility/things.ts'

/** An event that many people are told of, in batches. */
export interface Telling {
  id: string
  kind: 'new_post' | 'new_story' | 'box_open'
  creator_id: string
  /** The post or the story. */
  thing_id: string | null
  created_at: Date
}

interface RunningTelling extends Telling {
  /** The last person who was told. */
  told_until: string | null
}

/** Call it in the transaction of the event. */
export async function insertTelling(db: Queryable, telling: Telling): Promise<void> {
  await db`insert into tellings ${db(telling, 'id', 'kind', 'creator_id', 'thing_id', 'created_at')}`
}

export async function hasTellings(db: Queryable): Promise<boolean> {
  return (await db`select 1 from tellings limit 1`).length > 0
}

/** Which one is next: the one that waits longest, or the one that came least far. By turns neither kind waits for ever. */
export type TellingOrder = 'oldest' | 'least_told'

/** Locks a telling that no other process works on, until the transaction ends (`for update skip locked`). */
export async function lockTelling(db: Tx, next: TellingOrder): Promise<RunningTelling | undefined> {
  // People are told in the order of their ids.
  const order = next === 'oldest' ? db`id` : db`told_until nulls first, id`
  const [telling] = await db<RunningTelling[]>`
    select id, kind, creator_id, thing_id, told_until, created_at from tellings order by ${order} limit 1
    for update skip locked`
  return telling
}

/** How many pictures it shows: those of the post, or 1. 0 if the post or story is not there any more. */
export async function countThingPictures(db: Tx, { kind, thing_id }: Telling, now: Date): Promise<number> {
  if (kind === 'box_open') return 1
  const [thing] =
    kind === 'new_post'
      ? await db<{ pictures: number }[]>`
        select pictures_count as pictures from posts where id = ${thing_id} and ${isShown(db, 'posts')}`
      : await db<{ pictures: number }[]>`
        select 1 as pictures from stories
        where id = ${thing_id} and ${isShown(db, 'stories')} and ${isNotExpired(db, 'stories', now)}`
  return thing?.pictures ?? 0
}

/** Somebody in the audience of an event. */
export interface Listener {
  fan_id: string
  /** False if they may not see the creator, or have no access any more. */
  is_reached: boolean
}

/** The next people in the audience, by their ids: subscribers since before the event, or those who wait for an opening. */
export async function listAudience(db: Tx, telling: RunningTelling, limit: number, now: Date): Promise<Listener[]> {
  const { kind, creator_id, created_at, told_until } = telling
  const after = told_until ?? '00000000-0000-0000-0000-000000000000'
  const audience: Fragment =
    kind === 'box_open'
      ? db`
        select w.fan_id from waiting_fans w
        where w.creator_id = ${creator_id} and w.created_at <= ${created_at} and w.fan_id > ${after}`
      : db`
        select distinct s.fan_id from subscriptions s
        where s.profile_id = ${creator_id} and ${isActive(db, 's', created_at)} and s.fan_id > ${after}`
  const creator = db`${creator_id}::uuid`
  const has_access = kind === 'box_open' ? db`true` : isSubscribed(db, { fan: db`a.fan_id`, creator }, now)
  return await db<Listener[]>`
    select a.fan_id,
      (
        ${isPresent(db, 'a.fan_id')} and ${isVisible(db, { person: 'p.id', to: db`a.fan_id` })} and ${has_access}
      ) as is_reached
    from (${audience} order by fan_id limit ${limit}) a join profiles p on p.id = ${creator_id}
    order by a.fan_id`
}

export async function saveProgress(db: Tx, id: string, told_until: string): Promise<void> {
  await db`update tellings set told_until = ${told_until} where id = ${id}`
}

export async function deleteTelling(db: Tx, id: string): Promise<void> {
  await db`delete from tellings where id = ${id}`
}

/** They have waited for one opening, and are told once. */
export async function deleteWaiting(db: Tx, creator_id: string, fan_ids: readonly string[]): Promise<void> {
  await db`delete from waiting_fans where creator_id = ${creator_id} and fan_id = any(${fan_ids})`
}
