import type { BALANCE_MOVES } from '#contract/payouts.ts'
import type { Config } from '#server/config.ts'
import type { Queryable } from '#server/db/connect.ts'

export type BalanceMoveKind = (typeof BALANCE_MOVES)[number]

/** What one kind of movements did to a balance. */
export interface Move {
  kind: BalanceMoveKind
  /** What it added to the balance; negative for what it took. */
  cents: number
  /** How many movements it sums up. */
  count: number
  /** The day in UTC, such as "2026-10-09", if there is only one movement. */
  on: string | null
}

export interface Moves {
  /** The balance before the first movement, in cents. */
  opening: number
  /** In the order of `BALANCE_MOVES`, without those that are empty. Together with `opening` they are the closing balance. */
  moves: Move[]
  /** True if demo movements are among all of them. */
  is_sample: boolean
}

/** Which movements count: those booked from `from` (included) until `until` (excluded; the end of time if it is missing). */
export interface MovesOptions {
  from: Date
  until?: Date | undefined
  with_demo: boolean
}

/** Demo movements count as money, except where money is real. */
export function countsDemo({ payments }: Pick<Config, 'payments'>): boolean {
  return payments?.provider !== 'stripe'
}

/**
 * The only condition about which movements are somebody's money: where money is real, neither demo data nor what the sandbox
 * has charged. `movements` is the name or the alias of the table.
 */
export function isMoney(db: Queryable, with_demo: boolean, movements = 'movements') {
  const m = db(movements)
  return with_demo ? db`true` : db`(not ${m}.is_demo and ${m}.provider <> 'sandbox')`
}

/**
 * When a movement was booked. The months of the books go by it and not by the time of the provider, so that what is told late
 * never changes a month that is closed. Movements from before that column have only their own time.
 */
export function bookedAt(db: Queryable) {
  return db`coalesce(booked_at, occurred_at)`
}

/** The balance of a creator at the beginning of a time, and what moved it since. */
export async function sumMoves(db: Queryable, creator_id: string, options: MovesOptions): Promise<Moves> {
  const all = await sumMovesOfMany(db, [creator_id], options)
  return all.get(creator_id) ?? noMoves()
}

interface Row extends Omit<Move, 'kind'> {
  creator_id: string
  kind: BalanceMoveKind | 'opening'
  is_sample: boolean
}

const noMoves = (): Moves => ({ opening: 0, moves: [], is_sample: false })

/** The same for many creators in one statement. A creator without any movement is missing. */
export async function sumMovesOfMany(
  db: Queryable,
  creator_ids: readonly string[],
  { from, until, with_demo }: MovesOptions,
): Promise<Map<string, Moves>> {
  const rows = await db<Row[]>`
    select creator_id, kind, sum(net) as cents, count(*) as count, bool_or(is_demo) as is_sample,
      case when count(*) = 1 then to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD') end as on
    from (
      select creator_id, net, is_demo, ${bookedAt(db)} as at,
        case when ${bookedAt(db)} < ${from} then 'opening' else ${kindOfMove(db)} end as kind
      from movements
      where creator_id = any(${[...creator_ids]}::uuid[])
        ${until ? db`and ${bookedAt(db)} < ${until}` : db``} and ${isMoney(db, with_demo)}
    ) m
    group by creator_id, kind
    order by array_position(array['share', 'refunded', 'disputed', 'paid_out', 'returned', 'other'], kind)`
  const all = new Map<string, Moves>()
  for (const { creator_id, kind, is_sample, ...sums } of rows) {
    const moves = all.get(creator_id) ?? noMoves()
    moves.is_sample ||= is_sample
    if (kind === 'opening') moves.opening = sums.cents
    else moves.moves.push({ kind, ...sums })
    all.set(creator_id, moves)
  }
  return all
}

/** What a movement is in the words of a creator. A payout that came back names the payout. */
function kindOfMove(db: Queryable) {
  return db`
    case
      when kind = 'payment' then 'share'
      when kind = 'refund' then 'refunded'
      when kind in ('dispute', 'dispute_won') then 'disputed'
      when kind in ('payout', 'transfer') then case when original_id is null then 'paid_out' else 'returned' end
      else 'other'
    end`
}
