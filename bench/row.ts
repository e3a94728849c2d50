/** One line of the result: a ratio, and how far it may go. */
export interface Row {
  what: string
  bar: { at_least: number } | { at_most: number }
  ratio: number
  /** The two figures it is the ratio of. */
  figures: string
}

export const RUNS = 5
export const SECONDS = 3
export const CONNECTIONS = 16

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function isHeld({ bar, ratio }: Row): boolean {
  return 'at_least' in bar ? ratio >= bar.at_least : ratio <= bar.at_most
}

export function table(rows: Row[]): string {
  const lines = rows.map((row) => {
    const bar = 'at_least' in row.bar ? `at least ${row.bar.at_least}` : `at most ${row.bar.at_most}`
    return `| ${row.what} | ${bar} | ${row.ratio.toFixed(2)} | ${row.figures} | ${isHeld(row) ? 'held' : 'missed'} |`
  })
  return ['| what | bar | figure | made of | |', '|---|---|---|---|---|', ...lines].join('\n')
}
