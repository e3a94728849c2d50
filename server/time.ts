export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}

export function earlier(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms)
}

/** The day of a time in UTC, such as "2026-11-01". */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The month of a time in UTC, such as "2026-11". */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM'.length)
}

/** The first moment of a month in UTC. */
export function startOfMonth(month: string): Date {
  return new Date(`${month}-01T00:00:00.000Z`)
}

/** All months from the first to the last, both included: "2026-11" follows "2026-10". */
export function monthsBetween(first: string | undefined, last: string): string[] {
  const months: string[] = []
  for (let month = first; month !== undefined && month <= last; month = monthAfter(month)) months.push(month)
  return months
}

export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? written(year + 1, 1) : written(year, number + 1)
}

function written(year: number, number: number): string {
  return `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`
}
