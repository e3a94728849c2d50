import type { Queryable } from '#server/db/connect.ts'
import { FIRST_ID } from '#server/paging.ts'
import type { Sealed } from '#server/seal.ts'
import { listBookedCreators } from '#server/store/monthly-statements.ts'
import { bookedAt, isMoney } from './moves.ts'

/** What a creator earned in a quarter, in cents, less what was given back. */
export interface QuarterSums {
  /** What was credited to them. */
  net: number
  /** What the platform and the payment provider kept of the price. */
  fees: number
  vat: number
  /** Without those that were given back in full by the end of the year. */
  sales: number
}

/** A creator with income in a year, and what is known of them. Everything but the sums may be missing. */
export interface SellerRow {
  creator_id: string
  /** Null if the account is erased. */
  username: string | null
  is_verified: boolean
  details: Sealed | null
  /** The account that we keep; null if there is none or it is at the payout provider. */
  account: Sealed | null
  is_account_at_provider: boolean
  /** Four of them. */
  quarters: QuarterSums[]
  is_sample: boolean
}

interface Row {
  creator_id: string
  username: string | null
  state: string | null
  details: Buffer | null
  details_key: string | null
  account: Buffer | null
  account_key: string | null
  is_account_at_provider: boolean
}

const CREATORS_AT_ONCE = 500
const QUARTERS = 4

/** The creators with income in a year, by id, in bounded steps. */
export async function* listSellers(
  db: Queryable,
  options: { from: Date; until: Date; with_demo: boolean },
): AsyncGenerator<SellerRow[]> {
  let after: string | undefined = FIRST_ID
  while (after !== undefined) {
    const creator_ids: string[] = await listBookedCreators(db, after, CREATORS_AT_ONCE)
    const sums = await sumQuarters(db, creator_ids, options)
    yield (await findSellers(db, [...sums.keys()])).map((row) => presentRow(row, sums.get(row.creator_id)))
    after = creator_ids.at(CREATORS_AT_ONCE - 1)
  }
}

interface YearSums {
  quarters: QuarterSums[]
  is_sample: boolean
}

async function sumQuarters(
  db: Queryable,
  creator_ids: readonly string[],
  { from, until, with_demo }: { from: Date; until: Date; with_demo: boolean },
): Promise<Map<string, YearSums>> {
  const rows = await db<(QuarterSums & { creator_id: string; quarter: number; is_sample: boolean })[]>`
    select creator_id, extract(quarter from ${bookedAt(db)} at time zone 'UTC')::int as quarter, sum(net) as net,
      sum(platform_fee + banking_fee) as fees, sum(vat) as vat, bool_or(is_demo) as is_sample,
      count(*) filter (where kind = 'payment' and charged + (
        select coalesce(sum(r.charged), 0) from movements r
        where r.original_id = movements.id and coalesce(r.booked_at, r.occurred_at) < ${until}
      ) > 0) as sales
    from movements
    where creator_id = any(${[...creator_ids]}::uuid[]) and kind not in ('payout', 'transfer')
      and ${bookedAt(db)} >= ${from} and ${bookedAt(db)} < ${until} and ${isMoney(db, with_demo)}
    group by 1, 2`
  const all = new Map<string, YearSums>()
  for (const { creator_id, quarter, is_sample, ...sums } of rows) {
    const year = all.get(creator_id) ?? { quarters: Array.from({ length: QUARTERS }, nothing), is_sample: false }
    year.quarters[quarter - 1] = sums
    year.is_sample ||= is_sample
    all.set(creator_id, year)
  }
  return all
}

const nothing = (): QuarterSums => ({ net: 0, fees: 0, vat: 0, sales: 0 })

async function findSellers(db: Queryable, creator_ids: readonly string[]): Promise<Row[]> {
  return await db<Row[]>`
    select c.creator_id, u.username, v.state, v.sealed as details, v.key_id as details_key, p.sealed as account,
      p.key_id as account_key, coalesce(p.reference is not null, false) as is_account_at_provider
    from unnest(${[...creator_ids]}::uuid[]) c (creator_id)
      left join users u on u.id = c.creator_id
      left join verifications v on v.creator_id = c.creator_id
      left join payees p on p.creator_id = c.creator_id
    order by c.creator_id`
}

function presentRow(row: Row, sums: YearSums | undefined): SellerRow {
  const { creator_id, username, state, details, details_key, account, account_key, is_account_at_provider } = row
  return {
    creator_id,
    username,
    is_verified: state === 'verified',
    details: sealedOf(details, details_key),
    account: sealedOf(account, account_key),
    is_account_at_provider,
    quarters: sums?.quarters ?? [],
    is_sample: sums?.is_sample ?? false,
  }
}

function sealedOf(sealed: Buffer | null, key_id: string | null): Sealed | null {
  return sealed && key_id !== null ? { sealed, key_id } : null
}
