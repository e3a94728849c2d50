/** One line of the results: a ratio or an absolute value, and its target. */
export interface Row {
  what: string
  bar: { at_least: number } | { at_most: number }
  /** The result; undefined if it was not measured. */
  ratio: number | undefined
  /** The two values of the ratio, or other details; if it was not measured, the reason. */
  figures: string
}

export const RUNS = 5
export const SECONDS = 3
export const CONNECTIONS = 16

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function notRun({ what, bar }: Pick<Row, 'what' | 'bar'>, why: string): Row {
  return { what, bar, ratio: undefined, figures: why }
}

/** A target that was not measured is not missed; the table says NOT RUN. */
export function verdict({ bar, ratio }: Row): 'met' | 'missed' | 'NOT RUN' {
  if (ratio === undefined) return 'NOT RUN'
  return ('at_least' in bar ? ratio >= bar.at_least : ratio <= bar.at_most) ? 'met' : 'missed'
}

export function table(rows: Row[]): string {
  const lines = rows.map((row) => {
    const bar = 'at_least' in row.bar ? `at least ${row.bar.at_least}` : `at most ${row.bar.at_most}`
    return `| ${row.what} | ${bar} | ${row.ratio?.toFixed(2) ?? '–'} | ${row.figures} | ${verdict(row)} |`
  })
  return ['| benchmark | target | result | values | |', '|---|---|---|---|---|', ...lines].join('\n')
}
