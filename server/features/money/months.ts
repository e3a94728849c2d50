/** All months from the first to the last, both included: "2026-11" follows "2026-10". */
export function monthsBetween(first: string | undefined, last: string): string[] {
  const months: string[] = []
  for (let month = first; month !== undefined && month <= last; month = monthAfter(month)) months.push(month)
  return months
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? written(year + 1, 1) : written(year, number + 1)
}

function written(year: number, number: number): string {
  return `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`
}
