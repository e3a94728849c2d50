import { useReportsQuery } from './queries.ts'
import { totalOf } from './report-lists.ts'

/** How many posts wait to be judged; none until that is known. */
export function useOpenReports(): number {
  return totalOf(useReportsQuery('open').data)
}
