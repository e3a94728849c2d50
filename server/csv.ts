import { amountOf } from '#contract/fees.ts'

/** An amount is given in cents and written as a number of euros: unlike a text that begins with a minus it runs nothing. */
export interface AmountCell {
  cents: number
}

type Cell = string | boolean | Date | AmountCell | null

/** Serialises a table as CSV, with a header line. */
export function toCsv<Row extends Record<string, Cell>>(columns: readonly (keyof Row & string)[], rows: Row[]): string {
  return line(columns) + linesOf(columns, rows)
}

/**
 * The same as a stream, for tables of any length. The header line is sent with the first rows, so that an early error can
 * still be answered with an error status.
 */
export async function* toCsvPieces<Row extends Record<string, Cell>>(
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  let names = line(columns)
  for await (const rows of pages) {
    yield names + linesOf(columns, rows)
    names = ''
  }
  if (names) yield names
}

function linesOf<Row extends Record<string, Cell>>(columns: readonly (keyof Row & string)[], rows: Row[]): string {
  return rows.map((row) => line(columns.map((column) => row[column] ?? null))).join('')
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: Cell): string {
  if (isAmount(value)) return amountOf(value.cents)
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  // Prevents CSV injection: spreadsheets execute cells that begin with these characters.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function isAmount(value: Cell): value is AmountCell {
  return typeof value === 'object' && value !== null && 'cents' in value
}
