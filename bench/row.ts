/** One line of the result: a ratio, or a figure that stands for itself, and how far it may go. */
export interface Row {
  what: string
  bar: { at_least: number } | { at_most: number }
  /** Undefined when it was not measured. */
  ratio: number | undefined
  /** The two figures it is the ratio of, or else what it is made of; why, when it was not measured. */
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

/** A bar that nothing was held against is not missed; the table says so. */
export function verdict({ bar, ratio }: Row): 'held' | 'missed' | 'NOT RUN' {
  if (ratio === undefined) return 'NOT RUN'
  return ('at_least' in bar ? ratio >= bar.at_least : ratio <= bar.at_most) ? 'held' : 'missed'
}

export function table(rows: Row[]): string {
  const lines = rows.map((row) => {
    const bar = 'at_least' in row.bar ? `at least ${row.bar.at_least}` : `at most ${row.bar.at_most}`
    return `| ${row.what} | ${bar} | ${row.ratio?.toFixed(2) ?? '–'} | ${row.figures} | ${verdict(row)} |`
  })
  return ['| what | bar | figure | made of | |', '|---|---|---|---|---|', ...lines].join('\n')
}
