import { HOLD_DAYS } from '#contract/payouts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isMoney } from './moves.ts'

const UUIDS = 2951

/** How a balance is counted, see `isMoney`. */
export interface Counting {
  now: Date
  with_demo: boolean
}

/** What belongs to a creator, in cents. */
export interface BalanceSums {
  creator_id: string
  /** The sum of all movements. It may be negative. */
  total: number
  /** What waits for the end of its hold. */
  on_hold: number
  /** True if payments of the demo data are in it. */
  is_sample: boolean
}

/**
 * The balances of these creators. A payment is on hold for some days, together with what went back of it; everything else
 * counts at once. One of which more went back than came in counts at once too, so that nothing on hold is negative.
 */
export async function sumBalances(
  db: Queryable,
  creator_ids: readonly string[],
  counting: Counting,
): Promise<BalanceSums[]> {
  return await db<BalanceSums[]>`
    select c.creator_id, s.total, s.is_sample, h.on_hold
    from unnest(${db.array(creator_ids, UUIDS)}) c (creator_id)
      cross join lateral (
        select coalesce(sum(m.net), 0) as total, coalesce(bool_or(m.is_demo and m.kind = 'payment'), false) as is_sample
        from movements m where m.creator_id = c.creator_id and ${isMoney(db, counting.with_demo, 'm')}
      ) s
      cross join lateral (
        select coalesce(sum(held.cents), 0)::bigint as on_hold
        from (${heldPayments(db, db`c.creator_id`, counting)}) held
      ) h`
}

/** What is left of each payment that is on hold, and when it comes free. */
function heldPayments(db: Queryable, creator_id: string | Fragment, counting: Counting) {
  const since = new Date(counting.now.getTime() - HOLD_DAYS * DAY_MS)
  return db`
    select p.occurred_at + ${HOLD_DAYS}::integer * interval '1 day' as free_at, p.net + back.net as cents
    from movements p
      cross join lateral (select coalesce(sum(r.net), 0) as net from movements r where r.original_id = p.id) back
    where p.creator_id = ${creator_id} and p.kind = 'payment' and p.occurred_at > ${since}
      and ${isMoney(db, counting.with_demo, 'p')} and p.net + back.net > 0`
}

/** What comes free on a day. */
export interface Release {
  /** "2026-12-01", in UTC */
  on: string
  cents: number
}

/** By day, the first one first. */
export async function listReleases(db: Queryable, creator_id: string, counting: Counting): Promise<Release[]> {
  return await db<Release[]>`
    select to_char(held.free_at at time zone 'UTC', 'YYYY-MM-DD') as on, sum(held.cents)::bigint as cents
    from (${heldPayments(db, creator_id, counting)}) held group by 1 order by 1`
}

/** Creators to whom something is owed, who have an account and no payout of this month yet, in the order of their ids. */
export async function listOwed(
  db: Queryable,
  { month, after, limit }: { month: string; after: string; limit: number },
  counting: Pick<Counting, 'with_demo'>,
): Promise<string[]> {
  const rows = await db<{ creator_id: string }[]>`
    select m.creator_id from movements m join payees p on p.creator_id = m.creator_id
    where m.creator_id > ${after} and ${isMoney(db, counting.with_demo, 'm')}
      and not exists (select from payouts of_month where of_month.creator_id = m.creator_id and of_month.month = ${month})
    group by m.creator_id having sum(m.net) > 0
    order by m.creator_id limit ${limit}`
  return rows.map(({ creator_id }) => creator_id)
}

/** How many creators owe money, because more was given back to their fans than was left. */
export async function countNegative(db: Queryable, counting: Pick<Counting, 'with_demo'>): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from (
      select from movements m
      where m.creator_id in (select creator_id from payouts) and ${isMoney(db, counting.with_demo, 'm')}
      group by m.creator_id having sum(m.net) < 0
    ) negative`
  return row?.count ?? 0
}
