type Cell = string | boolean | Date | null

/** A table that any spreadsheet reads: a line of names, then the rows. */
export function toCsv<Row extends Record<string, Cell>>(columns: readonly (keyof Row & string)[], rows: Row[]): string {
  return line(columns) + linesOf(columns, rows)
}

/**
 * The same table in pieces, as long as it may be. The names wait for the first rows: a table that fails at once has not
 * begun.
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
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  // A spreadsheet runs what begins like this: what strangers wrote must stay a text.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
