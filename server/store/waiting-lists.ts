import type { Queryable } from '#server/db/connect.ts'
import { newId } from './ids.ts'
import { isPresent, isVisible } from './visibility/people.ts'

/** A fan who wants to be told when tickets of a creator can be bought. */
export interface WaitingFan {
  creator_id: string
  fan_id: string
}

/** False if the fan waits already. Of many presses at once one adds the row. */
export async function insertWaitingFan(db: Queryable, { creator_id, fan_id }: WaitingFan, now: Date): Promise<boolean> {
  const rows = await db`
    insert into waiting_fans (creator_id, fan_id, created_at) values (${creator_id}, ${fan_id}, ${now})
    on conflict do nothing returning fan_id`
  return rows.length === 1
}

export async function deleteWaitingFan(db: Queryable, { creator_id, fan_id }: WaitingFan): Promise<void> {
  await db`delete from waiting_fans where creator_id = ${creator_id} and fan_id = ${fan_id}`
}

/** Ends the waiting between two people, in both directions. A block does. */
export async function deleteWaitingBetween(
  db: Queryable,
  { user_id, other_id }: { user_id: string; other_id: string },
): Promise<void> {
  await db`
    delete from waiting_fans
    where (creator_id, fan_id) in ((${user_id}::uuid, ${other_id}::uuid), (${other_id}::uuid, ${user_id}::uuid))`
}

/** How many people wait for a creator, and how many of them since a moment. People who are absent do not count. */
export async function countWaitingFans(
  db: Queryable,
  creator_id: string,
  since: Date,
): Promise<{ count: number; this_week: number }> {
  const [row] = await db<{ count: number; this_week: number }[]>`
    select count(*) as count, count(*) filter (where w.created_at > ${since}) as this_week
    from waiting_fans w
    where w.creator_id = ${creator_id} and ${isVisible(db, { person: 'w.fan_id', to: creator_id })}`
  return row ?? { count: 0, this_week: 0 }
}

/**
 * Begins to tell everybody who waits for a creator, once for each creator until all of them are told: the index
 * `tellings_box_open` has one row per creator. Whoever is absent now waits on, and is told after having come back.
 */
export async function insertOpenBoxes(db: Queryable, now: Date): Promise<void> {
  const creators = await db<{ id: string }[]>`
    select p.id from profiles p
    where ${isPresent(db, 'p.id')}
      and exists (
        select from waiting_fans w
        where w.creator_id = p.id and ${isVisible(db, { person: 'w.fan_id', to: db`p.id` })}
      )
      and not exists (select from tellings t where t.creator_id = p.id and t.kind = 'box_open')`
  if (creators.length === 0) return
  const rows = creators.map(({ id }) => ({ id: newId(now), kind: 'box_open', creator_id: id, created_at: now }))
  await db`insert into tellings ${db(rows)} on conflict do nothing`
}
