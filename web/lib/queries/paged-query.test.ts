import { describe, expect, it } from 'vitest'
import { fetchPage, rowsOf } from './paged-query.ts'

function pages(...lists: { id: string; read?: boolean }[][]) {
  return { pages: lists.map((rows) => ({ rows })) }
}

describe('A paged list', () => {
  it('A paged list is empty before its first page', () => {
    expect(rowsOf(undefined)).toEqual([])
  })

  it('A row in two pages is listed once, at its first place and with its later content', () => {
    const list = pages([{ id: 'a' }, { id: 'b', read: false }], [{ id: 'c' }, { id: 'b', read: true }])
    expect(rowsOf(list)).toEqual([{ id: 'a' }, { id: 'b', read: true }, { id: 'c' }])
  })

  it.each([
    ['without a Link header', undefined, { next: null, previous: null }],
    ['in the middle', '<?cursor=b&limit=2>; rel="next", <?after=a>; rel="prev"', { next: 'b', previous: 'a' }],
    ['at its end', '<?after=a>; rel="prev"', { next: null, previous: 'a' }],
  ])('A paged list continues as the Link header of a page says: %s', async (_, link, expected) => {
    const headers = new Headers(link === undefined ? {} : { link })
    const page = await fetchPage(async (onHeaders) => {
      onHeaders(headers)
      return ['row']
    })
    expect(page).toEqual({ rows: ['row'], headers, ...expected })
  })
})
