/** How a list of thousands is fetched again: its first pages, and of the others only those with a row that has changed. */
export interface LongList<Row, Page> {
  /** So many pages are fetched again. */
  pages: number
  idOf: (row: Row) => string
  /** Whether this row of a page is known to have changed since the page was asked for. */
  isChanged: (row: Row, page: Page) => boolean
}

/** How far one fetch of the whole list has come. */
interface Progress {
  pages: number
  /** How many rows the first page has: others are not made longer. */
  page_size: number
  /** The rows that it has. */
  seen: Set<string>
  /** The last row, by which the place in the pages of before is found. */
  last: string | undefined
}

/** By the signal of a fetch, which all of its pages share. */
const running = new WeakMap<AbortSignal, Progress>()

interface Step<Page> {
  fetch: AbortSignal
  isFirst: boolean
  /** The pages that are loaded. */
  before: readonly Page[]
  ask: () => Promise<Page>
}

/**
 * The next page of a list that is fetched again. After the first pages these are the rows of before that follow, without what
 * has moved further up, and nothing is asked for. A page that was never loaded is asked for.
 */
export async function keptPage<Row, Page extends { rows: Row[] }>(
  list: LongList<Row, Page>,
  { fetch, isFirst, before, ask }: Step<Page>,
): Promise<Page> {
  if (isFirst) running.set(fetch, { pages: 0, page_size: 0, seen: new Set(), last: undefined })
  const progress = running.get(fetch)
  // Scrolling has asked for the next page.
  if (!progress) return await ask()
  const page = (progress.pages >= list.pages && restOf(list, before, progress)) || (await ask())
  const ids = page.rows.map(list.idOf)
  for (const id of ids) progress.seen.add(id)
  if (isFirst) progress.page_size = ids.length
  progress.pages += 1
  progress.last = ids.at(-1)
  return page
}

/** The rest of the page in which the rows so far have ended, joined with the pages after it as long as a page is not too long. */
function restOf<Row, Page extends { rows: Row[] }>(
  { idOf, isChanged }: LongList<Row, Page>,
  before: readonly Page[],
  { seen, last, page_size }: Progress,
): Page | undefined {
  const start = before.findIndex(({ rows }) => rows.some((row) => idOf(row) === last))
  if (start < 0) return undefined
  let joined: Page | undefined
  for (const [index, page] of before.slice(start).entries()) {
    const from = index === 0 ? page.rows.findIndex((row) => idOf(row) === last) + 1 : 0
    const left = page.rows.slice(from).filter((row) => !seen.has(idOf(row)))
    if (joined && joined.rows.length + left.length > page_size) break
    if (left.some((row) => isChanged(row, page))) break
    joined = { ...page, rows: [...(joined?.rows ?? []), ...left] }
  }
  return joined && joined.rows.length > 0 ? joined : undefined
}
