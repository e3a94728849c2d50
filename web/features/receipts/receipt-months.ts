import type { ReceiptRow } from './queries.ts'

export interface ReceiptMonth {
  /** The first of its receipts, for the name of the month. */
  first: ReceiptRow
  rows: ReceiptRow[]
}

/** Groups receipts by the month of the reader's clock. They come newest first. */
export function monthsOf(rows: readonly ReceiptRow[]): ReceiptMonth[] {
  const months: ReceiptMonth[] = []
  for (const row of rows) {
    const last = months.at(-1)
    if (last && isSameMonth(last.first.issued_at, row.issued_at)) last.rows.push(row)
    else months.push({ first: row, rows: [row] })
  }
  return months
}

function isSameMonth(one: string, other: string): boolean {
  const [a, b] = [new Date(one), new Date(other)]
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth()
}
