import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PagedList, type PagedListProps } from './paged-list.tsx'

const QUERY: PagedListProps['query'] = {
  isPending: false,
  isLoadingError: false,
  isFetching: false,
  error: null,
  refetch: () => {},
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: async () => {},
}

/** A list of rows in this state, as it is drawn. */
function drawn(query: Partial<PagedListProps['query']>, props: Partial<PagedListProps> = {}): string {
  return renderToStaticMarkup(
    <PagedList
      query={{ ...QUERY, ...query }}
      count={2}
      list={{ current: null }}
      focusable="li"
      skeleton="Skeleton"
      empty="Nothing here"
      words={{ failed: 'List failed', more_failed: 'Page failed', retry: 'Try again', more: 'Show more' }}
      endClassName=""
      end="The end"
      {...props}
    >
      Rows
    </PagedList>,
  )
}

describe('A paged list', () => {
  it('A paged list that failed to load says so, with the reason if wanted, and a button to try again', () => {
    const failed = { isLoadingError: true, error: new TypeError('Failed to fetch') }
    expect(drawn(failed)).toMatch(/List failed.*<p .*Try again/)
    expect(drawn(failed)).not.toMatch(/Rows|The end/)
    expect(drawn(failed, { failure: { saysWhy: false } })).not.toContain('<p ')
  })

  it('A paged list whose next page failed keeps its rows, and offers to try again', () => {
    expect(drawn({ hasNextPage: true, isFetchNextPageError: true })).toMatch(/^Rows.*Page failed.*Try again/)
    expect(drawn({ hasNextPage: true, isFetchNextPageError: true, isFetchingNextPage: true })).not.toContain('failed')
  })

  it('A paged list shows a skeleton while it loads, and a message if it is empty', () => {
    expect(drawn({ isPending: true }, { count: 0 })).toBe('Skeleton')
    expect(drawn({}, { count: 0 })).toBe('Nothing here')
    expect(drawn({}, { count: 0, empty: undefined })).toBe('RowsThe end')
  })

  it('A paged list offers to load more, and says where it ends', () => {
    expect(drawn({ hasNextPage: true })).toMatch(/^Rows.*Show more/)
    expect(drawn({ hasNextPage: true })).not.toContain('The end')
    expect(drawn({})).toBe('RowsThe end')
  })
})
