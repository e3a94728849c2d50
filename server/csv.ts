type Cell = string | boolean | Date | null

/** A table that any spreadsheet reads: a line of names, then the rows. */
export function toCsv<Row extends Record<string, Cell>>(columns: readonly (keyof Row & string)[], rows: Row[]): string {
  const lines = [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row[column] ?? null)))]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  // A spreadsheet runs what begins like this: what strangers wrote must stay a text.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
