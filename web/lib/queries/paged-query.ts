import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Locale } from '#contract/accounts.ts'
import { currentLanguage } from '#web/lib/i18n/i18n.ts'
import { moment } from './freshness.ts'

/** A page of a list with keyset pagination: its rows, where the next page begins, and what else its answer said. */
export type Page<Row, About = unknown> = About & { rows: Row[]; next: string | null }
export type Pages<Row, About = unknown> = InfiniteData<Page<Row, About>>

interface FetchOptions {
  signal: AbortSignal
  onHeaders: (headers: Headers) => void
}

/** The circumstances of a request, which an answer does not tell. */
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
  /** Calls the endpoint. The first page begins nowhere in particular. */
  fetchRows: (start: { cursor?: string }, options: FetchOptions) => Promise<Row[]>
  /** What is kept of a page beside its rows. */
  about: (headers: Headers, asked: Asked) => About
}

/** Infinite query over a paged endpoint: the `Link` header of a page says where the next one begins. */
export function usePagedQuery<Row, About>({ fetchRows, about, ...options }: PagedQuery<Row, About>) {
  return useInfiniteQuery({
    ...options,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }): Promise<Page<Row, About>> => {
      const asked = { at: moment(), language: currentLanguage() }
      const { rows, next, headers } = await fetchPage((onHeaders) =>
        fetchRows(cursor === undefined ? {} : { cursor }, { signal, onHeaders }),
      )
      return { ...about(headers, asked), rows, next }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Asks for a page of a list: its rows, where the list goes on in either direction, and the headers. */
export async function fetchPage<Row>(ask: (onHeaders: (headers: Headers) => void) => Promise<Row[]>) {
  let headers = new Headers()
  const rows = await ask((heard) => {
    headers = heard
  })
  return { rows, next: placeIn(headers, 'next', 'cursor'), previous: placeIn(headers, 'prev', 'after'), headers }
}

/** Where a list goes on: what `Link: <?cursor=…>; rel="next"` says, or null at its end. */
function placeIn(headers: Headers, rel: 'next' | 'prev', name: 'cursor' | 'after'): string | null {
  const target = headers.get('link')?.match(new RegExp(`<([^>]*)>\\s*;\\s*rel="${rel}"`))?.[1]
  return target === undefined ? null : new URLSearchParams(target.split('?')[1]).get(name)
}

/**
 * Merges the pages of a list: every row once. A row that moved while the pages were fetched stands on two of them: its
 * place is the first, and the later page knows it better, since it was fetched later.
 */
export function rowsOf<Row extends { id: string }>(
  list: { pages: readonly { rows: readonly Row[] }[] } | undefined,
  keyOf: (row: Row) => string = ({ id }) => id,
): Row[] {
  const rows = list?.pages.flatMap((page) => page.rows) ?? []
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}
