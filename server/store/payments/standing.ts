import type { Queryable } from '#server/db/connect.ts'
import { isNotBlocked, standing, visibleName } from '#server/store/visibility/people.ts'

type Standing = 'present' | 'frozen' | 'gone'

/** The two sides of an order as they are now. */
export interface Buyer {
  fan: Standing
  fan_name: string
  creator: Standing
  creator_name: string
  is_blocked: boolean
}

/**
 * Whether this fan can buy from this creator. Locks the fan, so that payments of one fan are settled one after the other, and the
 * creator against an erasure, before any row of theirs. In the order of the ids: each may be the other's fan.
 */
export async function lockBuyer(
  db: Queryable,
  { fan_id, creator_id }: { fan_id: string; creator_id: string },
): Promise<Buyer> {
  const locks = [
    { id: fan_id, lock: db`for no key update` },
    { id: creator_id, lock: db`for share` },
  ]
  for (const { id, lock } of locks.sort((a, b) => (a.id < b.id ? -1 : 1)))
    await db`select 1 from users where id = ${id} ${lock}`
  const [buyer] = await db<Buyer[]>`
    select ${standing(db, 'f')} as fan, ${visibleName(db, { person: 'f', to: null })} as fan_name,
      case when p.id is null then 'gone' else ${standing(db, 'c')} end as creator,
      ${visibleName(db, { person: 'c', to: null })} as creator_name,
      not (${isNotBlocked(db, { person: 'pair.creator_id', to: fan_id })}) as is_blocked
    from (select ${fan_id}::uuid as fan_id, ${creator_id}::uuid as creator_id) pair
      left join users f on f.id = pair.fan_id
      left join users c on c.id = pair.creator_id
      left join profiles p on p.id = pair.creator_id`
  if (!buyer) throw new Error('a pair has no row')
  return buyer
}
