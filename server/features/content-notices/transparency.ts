import type { Transparency } from '#contract/content-notices.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { countTransparency } from '#server/store/content-notices/transparency.ts'

const CACHED_MS = 5 * MINUTE_MS

/** The figures by year, counted at most once in five minutes. The contract bounds the number of years. */
export function createTransparencyCache({ db, now }: Pick<Context, 'db' | 'now'>) {
  const cached = new Map<number, { until: number; figures: Promise<Transparency> }>()
  return async (year: number): Promise<Transparency> => {
    const known = cached.get(year)
    if (known && known.until > now().getTime()) return await known.figures
    const figures = countTransparency(db, year)
    cached.set(year, { until: now().getTime() + CACHED_MS, figures })
    // A failure is not cached.
    figures.catch(() => cached.delete(year))
    return await figures
  }
}

/** The figures as a table for a terminal: one line each, the name at the left. */
export function transparencyTable({ year, notices, reports, decisions, appeals }: Transparency): string {
  const rows: [string, number | string][] = [
    ['Year', year],
    ['Notices of people without an account', notices.total],
    ...inside(notices.by_reason),
    ['Reports of members', reports.total],
    ...inside(reports.by_reason),
    ['Decisions', decisions.total],
    ['  automated', decisions.automated],
    ['Decisions by action', ''],
    ...inside(decisions.by_action),
    ['Decisions by ground', ''],
    ...inside(decisions.by_ground),
    ['Median time to a decision, in hours', hours(decisions.median_seconds)],
    ['Appeals', appeals.total],
    ['  upheld', appeals.upheld],
    ['  rejected', appeals.rejected],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, figure]) => `${name.padEnd(width)}  ${figure}`.trimEnd()).join('\n')
}

function inside(counts: Record<string, number>): [string, number][] {
  return Object.entries(counts).map(([name, count]) => [`  ${name}`, count])
}

function hours(seconds: number | null): string {
  return seconds === null ? '-' : (seconds / 3600).toFixed(1)
}
