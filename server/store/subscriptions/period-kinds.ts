import type { Subscriber } from '#contract/subscribers.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isActive } from '#server/store/visibility/subscribers.ts'

type PeriodKind = Subscriber['kind']

/** What a period is: a price option that was paid, or granted by the house. `id` is the column of the period. */
export function periodKind(db: Queryable, id: string): Fragment {
  return db`
    coalesce(
      (select o.period from subscriptions bought join orders o on o.id = bought.order_id where bought.id = ${db(id)}),
      (select m.period from movements m where m.subscription_id = ${db(id)} and m.kind = 'payment' limit 1),
      'granted'
    )`
}

/** What gave a fan access to a creator at a time; null if no period did. */
export async function findPeriodKind(
  db: Queryable,
  { fan_id, creator_id, at }: { fan_id: string; creator_id: string; at: Date },
): Promise<PeriodKind | null> {
  const [row] = await db<{ kind: PeriodKind }[]>`
    select ${periodKind(db, 'held.id')} as kind from subscriptions held
    where held.fan_id = ${fan_id} and held.profile_id = ${creator_id} and ${isActive(db, 'held', at)}
    order by held.starts_at desc, held.id desc limit 1`
  return row?.kind ?? null
}
