import { PAGE_SIZE } from '#contract/limits.ts'

/** What a statement asks for: one more than a page, so that it is known whether another follows. */
export const PAGE_ROWS = PAGE_SIZE + 1

/** Every id comes before it: a list from the start and one from a cursor are one statement. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Every id comes after it. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Where a page of a list begins that goes back in time: after what happened then to this one. */
export interface Place {
  at: Date
  id: string
}

/** Everything comes after it, as every id comes before the last one. */
export const START: Place = { at: new Date('9999-01-01T00:00:00Z'), id: LAST_ID }

export function readPlace(cursor: string | undefined): Place | undefined {
  const [time, id = ''] = cursor?.split('_') ?? []
  return time === undefined ? undefined : { at: new Date(Number(time)), id }
}

export function writePlace({ at, id }: Place): string {
  return `${at.getTime()}_${id}`
}

/** One page of a list (keyset pagination), as an action hands it to its route. */
export interface Page<Item> {
  items: Item[]
  /** Where the next page begins; undefined when there is none. */
  cursor: string | undefined
}

/** The page of what a statement found, and its last row if another page follows: there that one begins. */
export function cutPage<Row>(rows: readonly Row[]): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, PAGE_SIZE)
  return { page, last: rows.length > PAGE_SIZE ? page.at(-1) : undefined }
}
