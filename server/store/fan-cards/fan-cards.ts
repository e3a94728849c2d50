import type { Queryable, Tx } from '#server/db/connect.ts'
import { isNotErased, isVisible, knownName } from '#server/store/visibility/people.ts'
import { ticketsOf } from '#server/store/visibility/subscribers.ts'
import { type FanOf, labelsOf } from './fan-labels.ts'

export interface FanCardRow {
  fan_id: string
  username: string
  picture_id: string | null
  /** When the two came together: the first subscription, or the first message. */
  since: Date
  ticket_count: number
  ticket_is_active: boolean
  /** Null if there never was a subscription. */
  ticket_ends_at: Date | null
  ticket_period: 'day' | 'week' | 'month' | null
  ticket_is_renewing: boolean
  labels: string[]
  note: string
}

/**
 * A fan by name or former name, as the creator may see them: somebody who has written to the creator, or has subscribed.
 * Undefined for everybody else, and for who is frozen, gone, or blocks the creator.
 */
export async function findFanCard(
  db: Queryable,
  creator_id: string,
  username: string,
  now: Date,
): Promise<FanCardRow | undefined> {
  const { join, count, first, is_active, ends_at, period, is_renewing } = ticketsOf(
    db,
    { fan: db`u.id`, creator: db`${creator_id}::uuid` },
    now,
  )
  const [row] = await db<FanCardRow[]>`
    select u.id as fan_id, u.username,
      case when ${isVisible(db, { person: 'u.id', to: creator_id })} then p.picture_id end as picture_id, least(${first}, c.created_at) as since, ${count} as ticket_count,
      ${is_active} as ticket_is_active, ${ends_at} as ticket_ends_at, ${period} as ticket_period,
      ${is_renewing} as ticket_is_renewing,
      ${labelsOf(db, { creator: db`${creator_id}::uuid`, fan: db`u.id` })} as labels,
      coalesce((select n.note from fan_notes n where n.creator_id = ${creator_id} and n.fan_id = u.id), '') as note
    from usernames name join users u on u.id = name.user_id left join profiles p on p.id = u.id
      left join conversations c on c.fan_id = u.id and c.creator_id = ${creator_id}
      ${join}
    where name.name_key = ${username.toLowerCase()} and ${knownName(db, { person: 'u', to: creator_id })} is not null
      and (c.id is not null or (${count} > 0 and ${isVisible(db, { person: 'u.id', to: creator_id })}))`
  return row
}

/** Locks the creator, whose labels are counted, and the fan against an erasure. False if the fan is erased. */
export async function lockFan(db: Tx, { creator_id, fan_id }: FanOf): Promise<boolean> {
  await db`select 1 from profiles where id = ${creator_id} for no key update`
  const rows = await db`select 1 from users u where u.id = ${fan_id} and ${isNotErased(db, 'u')} for share`
  return rows.length === 1
}

/** An empty note is deleted. */
export async function saveNote(db: Tx, { creator_id, fan_id }: FanOf, note: string, now: Date): Promise<void> {
  if (note === '') {
    await db`delete from fan_notes where creator_id = ${creator_id} and fan_id = ${fan_id}`
    return
  }
  await db`
    insert into fan_notes (creator_id, fan_id, note, updated_at) values (${creator_id}, ${fan_id}, ${note}, ${now})
    on conflict (creator_id, fan_id) do update set note = excluded.note, updated_at = excluded.updated_at`
}
