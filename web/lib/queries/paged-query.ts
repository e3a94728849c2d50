import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Locale } from '#contract/accounts.ts'
import { currentLanguage } from '#web/lib/i18n/i18n.ts'
import { logicalTime } from './freshness.ts'
import { keptPage, type LongList } from './long-list.ts'

/** A page of a list with keyset pagination: its rows, the cursor of the next page, and metadata of its answer. */
export type Page<Row, About = unknown> = About & { rows: Row[]; next: string | null }
export type Pages<Row, About = unknown> = InfiniteData<Page<Row, About>>

interface FetchOptions {
  signal: AbortSignal
  onHeaders: (headers: Headers) => void
}

/** Properties of the request that the answer does not contain. */
interface Asked {
  at: number
  language: Locale
}

interface PagedQuery<Row, About>
  extends Pick<
    UseInfiniteQueryOptions<Page<Row, About>, Error, Pages<Row, About>, QueryKey, string | undefined>,
    'enabled' | 'retryOnMount' | 'staleTime' | 'refetchInterval' | 'placeholderData'
  > {
  queryKey: QueryKey
  /** Calls the endpoint. The first page has no cursor. */
  fetchRows: (start: { cursor?: string }, options: FetchOptions) => Promise<Row[]>
  /** The metadata that a page keeps beside its rows. */
  about: (headers: Headers, asked: Asked) => About
  /** For a list of thousands. Without it, all pages that are loaded are fetched again. */
  long?: LongList<Row, Page<Row, About>>
}

/** Infinite query over a paged endpoint: the `Link` header of a page has the cursor of the next one. */
export function usePagedQuery<Row, About>({ fetchRows, about, long, ...options }: PagedQuery<Row, About>) {
  return useInfiniteQuery({
    ...options,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal, client, queryKey }): Promise<Page<Row, About>> => {
      const ask = async (): Promise<Page<Row, About>> => {
        const asked = { at: logicalTime(), language: currentLanguage() }
        const { rows, next, headers } = await fetchPage((onHeaders) =>
          fetchRows(cursor === undefined ? {} : { cursor }, { signal, onHeaders }),
        )
        return { ...about(headers, asked), rows, next }
      }
      if (!long) return await ask()
      const before = client.getQueryData<Pages<Row, About>>(queryKey)?.pages ?? []
      return await keptPage(long, { fetch: signal, isFirst: cursor === undefined, before, ask })
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Fetches one page: its rows, the cursors of both neighbours, and the headers. */
export async function fetchPage<Row>(ask: (onHeaders: (headers: Headers) => void) => Promise<Row[]>) {
  let headers = new Headers()
  const rows = await ask((heard) => {
    headers = heard
  })
  return { rows, next: cursorIn(headers, 'next', 'cursor'), previous: cursorIn(headers, 'prev', 'after'), headers }
}

/** The cursor in `Link: <?cursor=…>; rel="next"`, or null at the end of the list. */
function cursorIn(headers: Headers, rel: 'next' | 'prev', name: 'cursor' | 'after'): string | null {
  const target = headers.get('link')?.match(new RegExp(`<([^>]*)>\\s*;\\s*rel="${rel}"`))?.[1]
  return target === undefined ? null : new URLSearchParams(target.split('?')[1]).get(name)
}

/**
 * Merges the pages of a list without duplicates. A row that moved between two requests is on two pages: it keeps its first
 * position and takes the values of the later page, which is newer.
 */
export function rowsOf<Row extends { id: string }>(
  list: { pages: readonly { rows: readonly Row[] }[] } | undefined,
  keyOf: (row: Row) => string = ({ id }) => id,
): Row[] {
  const rows = list?.pages.flatMap((page) => page.rows) ?? []
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}
