import type { PERIODS } from '#contract/money.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { PAGE_ROWS } from '#server/paging.ts'
import type { MovementKind } from './payments/movements.ts'
import { bookedAt, isMoney, type Move, type MovesOptions } from './payouts/moves.ts'
import { isNotErased } from './visibility/people.ts'

type Period = (typeof PERIODS)[number]

/** What was sold of one period, in cents. */
export interface SaleSums {
  period: Period
  count: number
  price: number
  platform_fee: number
  banking_fee: number
  net: number
  vat: number
}

/** Everything that is printed, as it was when the statement was issued. Amounts are in cents. */
export interface StatementFacts {
  creator: { name: string; username: string }
  seller: string[]
  sales: SaleSums[]
  opening: number
  moves: Move[]
  /** Whether demo movements counted as money. */
  with_demo: boolean
  is_sample: boolean
}

export interface NewStatement {
  creator_id: string
  facts: StatementFacts
}

/** A statement as its creator sees it. */
export interface StatementRow {
  /** "2026-10-0038" */
  number: string
  month: string
  facts: StatementFacts
  issued_at: Date
}

/** The month after the last one that is finished; that of the first movement if none is. Undefined without a movement. */
export async function findFirstOpenMonth(db: Queryable): Promise<{ last_finished?: string; first_booked?: Date }> {
  const [finished] = await db<{ month: string | null }[]>`
    select max(month) as month from monthly_statement_numbers where finished_at is not null`
  if (finished?.month) return { last_finished: finished.month }
  const [first] = await db<
    { at: Date | null }[]
  >`select min(${bookedAt(db)}) as at from movements where creator_id is not null`
  return first?.at ? { first_booked: first.at } : {}
}

/**
 * Locks the numbers of a month until the transaction ends. `busy`: another process issues the statements of this month now.
 */
export async function lockMonth(tx: Tx, month: string): Promise<'locked' | 'busy' | 'finished'> {
  await tx`insert into monthly_statement_numbers (month, last) values (${month}, 0) on conflict do nothing`
  const [row] = await tx<{ finished_at: Date | null }[]>`
    select finished_at from monthly_statement_numbers where month = ${month} for update skip locked`
  if (!row) return 'busy'
  return row.finished_at ? 'finished' : 'locked'
}

export async function finishMonth(tx: Tx, month: string, now: Date): Promise<void> {
  await tx`update monthly_statement_numbers set finished_at = ${now} where month = ${month}`
}

/** The next creators with any movement, by id. It jumps from one to the next in the index (loose index scan). */
export async function listBookedCreators(db: Queryable, after: string, most: number): Promise<string[]> {
  const rows = await db<{ creator_id: string }[]>`
    with recursive booked as (
      (select creator_id, 1 as place from movements where creator_id > ${after} order by creator_id limit 1)
      union all
      select (select m.creator_id from movements m where m.creator_id > b.creator_id order by m.creator_id limit 1), place + 1
      from booked b where b.creator_id is not null and place < ${most}
    )
    select creator_id from booked where creator_id is not null order by creator_id`
  return rows.map(({ creator_id }) => creator_id)
}

/** The names of these creators. One whose account is erased has none, and one who has their statement already is left out. */
export async function listNamesWithoutStatement(
  db: Queryable,
  creator_ids: readonly string[],
  month: string,
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; username: string }[]>`
    select id, username from users u
    where id = any(${[...creator_ids]}::uuid[]) and ${isNotErased(db, 'u')}
      and not exists (select from monthly_statements s where s.creator_id = u.id and s.month = ${month})`
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** What was sold by each of these creators, by period, from the shortest. */
export async function sumSalesOfMany(
  db: Queryable,
  creator_ids: readonly string[],
  { from, until, with_demo }: MovesOptions & { until: Date },
): Promise<Map<string, SaleSums[]>> {
  const rows = await db<(SaleSums & { creator_id: string })[]>`
    select creator_id, period, count(*) as count, sum(price) as price, sum(platform_fee) as platform_fee,
      sum(banking_fee) as banking_fee, sum(net) as net, sum(vat) as vat
    from movements
    where creator_id = any(${[...creator_ids]}::uuid[]) and kind = 'payment'
      and ${bookedAt(db)} >= ${from} and ${bookedAt(db)} < ${until} and ${isMoney(db, with_demo)}
    group by creator_id, period order by array_position(array['day', 'week', 'month'], period)`
  const all = new Map<string, SaleSums[]>()
  for (const { creator_id, ...sums } of rows) all.set(creator_id, [...(all.get(creator_id) ?? []), sums])
  return all
}

const SEQUENCE_DIGITS = 4

/**
 * Issues statements with the next numbers of the month. Call it after `lockMonth`: the row of the month stays locked until
 * the transaction ends, and the numbers are taken back if it fails: so there is no gap.
 */
export async function insertStatements(
  tx: Tx,
  month: string,
  statements: readonly NewStatement[],
  issued_at: Date,
): Promise<void> {
  if (statements.length === 0) return
  const [drawn] = await tx<{ last: number }[]>`
    update monthly_statement_numbers set last = last + ${statements.length} where month = ${month} returning last`
  if (!drawn) throw new Error('a month has no numbers')
  const first = drawn.last - statements.length + 1
  const rows = statements.map((statement, index) => {
    const sequence = first + index
    const number = `${month}-${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`
    return { number, month, sequence, ...statement, facts: tx.json(statement.facts), issued_at }
  })
  await tx`insert into monthly_statements ${tx(rows)}`
}

/** A page of a creator's statements, newest first, plus the first row of the next page. There is one of a month. */
export async function listStatementsOf(
  db: Queryable,
  creator_id: string,
  before: string | undefined,
): Promise<StatementRow[]> {
  const month = before?.slice(0, 'YYYY-MM'.length) ?? '9999-99'
  return await db<StatementRow[]>`
    select number, month, facts, issued_at from monthly_statements
    where creator_id = ${creator_id} and month < ${month} order by month desc ${db.unsafe(`limit ${PAGE_ROWS}`)}`
}

export async function findStatementOf(
  db: Queryable,
  creator_id: string,
  number: string,
): Promise<StatementRow | undefined> {
  const [row] = await db<StatementRow[]>`
    select number, month, facts, issued_at from monthly_statements
    where creator_id = ${creator_id} and number = ${number}`
  return row
}

/** A movement as its creator may see it: nothing names the fan. */
export interface BookedMovement {
  id: string
  kind: MovementKind
  booked_at: Date
  occurred_at: Date
  original_id: string | null
  period: Period | null
  vat_country: string | null
  vat_percent: string | null
  price: number
  vat: number
  charged: number
  platform_fee: number
  banking_fee: number
  net: number
  is_demo: boolean
}

const ROWS_AT_ONCE = 1000

/** Keyset pagination over the movements of a creator that were booked in a time, oldest first. */
export async function* listMovements(
  db: Queryable,
  creator_id: string,
  { from, until, with_demo }: MovesOptions & { until: Date },
): AsyncGenerator<BookedMovement[]> {
  let last: string | undefined
  do {
    // Movements are never changed, so the last id of a page is a safe cursor.
    const after = last
      ? db`(${bookedAt(db)}, id) > (select ${bookedAt(db)}, id from movements where id = ${last})`
      : db`${bookedAt(db)} >= ${from}`
    const page: BookedMovement[] = await db<BookedMovement[]>`
      select id, kind, ${bookedAt(db)} as booked_at, occurred_at, original_id, period, vat_country, vat_percent, price, vat,
        charged, platform_fee, banking_fee, net, is_demo
      from movements
      where creator_id = ${creator_id} and ${after} and ${bookedAt(db)} < ${until}
        and ${isMoney(db, with_demo)}
      order by ${bookedAt(db)}, id limit ${ROWS_AT_ONCE}`
    yield page
    last = page[ROWS_AT_ONCE - 1]?.id
  } while (last)
}
