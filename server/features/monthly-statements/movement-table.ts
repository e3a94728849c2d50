import type { Context } from '#server/context.ts'
import { type AmountCell, toCsvPieces } from '#server/csv.ts'
import { type BookedMovement, listMovements, type StatementRow } from '#server/store/monthly-statements.ts'
import { monthAfter, startOfMonth } from '#server/time.ts'

const AMOUNTS = ['price', 'vat', 'charged', 'platform_fee', 'banking_fee', 'net'] as const
const COLUMNS = [
  ...(['booked_at', 'happened_at', 'movement', 'kind', 'corrects', 'period', 'vat_country', 'vat_percent'] as const),
  ...AMOUNTS,
  'is_sample',
] as const

type Row = Record<(typeof COLUMNS)[number], string | boolean | Date | AmountCell | null>

/** Every movement behind a statement as CSV. Their `net` is what moved the balance. */
export function printMovements(
  { db }: Pick<Context, 'db'>,
  creator_id: string,
  { month, facts }: StatementRow,
): AsyncIterable<string> {
  const time = { from: startOfMonth(month), until: startOfMonth(monthAfter(month)) }
  return toCsvPieces(COLUMNS, rowsOf(listMovements(db, creator_id, { ...time, with_demo: facts.with_demo })))
}

async function* rowsOf(pages: AsyncIterable<BookedMovement[]>): AsyncGenerator<Row[]> {
  for await (const page of pages) yield page.map(rowOf)
}

function rowOf(movement: BookedMovement): Row {
  const { id, kind, booked_at, occurred_at, original_id, period, vat_country, vat_percent, is_demo } = movement
  const amounts = Object.fromEntries(AMOUNTS.map((column) => [column, { cents: movement[column] }]))
  return {
    ...{ booked_at, happened_at: occurred_at, movement: id, kind, corrects: original_id, period },
    ...{ vat_country, vat_percent, is_sample: is_demo },
    ...(amounts as Record<(typeof AMOUNTS)[number], AmountCell>),
  }
}
