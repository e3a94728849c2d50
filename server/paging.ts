export const PAGE_SIZE = 30
/** The limit of a statement: one row more than a page has, to know whether another page follows. */
export const PAGE_ROWS = PAGE_SIZE + 1

/** Greater than or equal to every id, so that the first page needs no statement of its own. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Less than or equal to every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** A cursor of keyset pagination, newest first: time and id of the last row of the page before. */
export interface TimeCursor {
  at: Date
  id: string
}

/** The cursor of the first page: newer than every row. */
export const FIRST_PAGE: TimeCursor = { at: new Date('9999-01-01T00:00:00Z'), id: LAST_ID }

export function parseCursor(cursor: string | undefined): TimeCursor | undefined {
  const [time, id = ''] = cursor?.split('_') ?? []
  return time === undefined ? undefined : { at: new Date(Number(time)), id }
}

export function formatCursor({ at, id }: TimeCursor): string {
  return `${at.getTime()}_${id}`
}

/** One page of a list (keyset pagination), as an action hands it to its route. */
export interface Page<Item> {
  items: Item[]
  /** The cursor of the next page; undefined if there is none. */
  cursor: string | undefined
}

/** Cuts the rows of a statement to a page. `last` is its last row if another page follows, for the cursor. */
export function cutPage<Row>(rows: readonly Row[]): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, PAGE_SIZE)
  return { page, last: rows.length > PAGE_SIZE ? page.at(-1) : undefined }
}
