import { describe, expect, it } from 'vitest'
import { keptPage, type LongList } from './long-list.ts'

interface Page {
  rows: string[]
  next: string | undefined
}

function listOf(pages: number, changed: readonly string[] = []): LongList<string, Page> {
  return { pages, idOf: (row) => row, isChanged: (row) => changed.includes(row) }
}

/** Fetches a list of letters again, in pages of three, of which two are asked for. Returns its pages and those that were asked for. */
async function fetchAgain(before: string, now: string, changed = '') {
  const known = (before.match(/.../g) ?? []).map((rows) => ({ rows: [...rows], next: rows.at(-1) }))
  const fetch = new AbortController().signal
  const pages: Page[] = []
  const asked: string[] = []
  for (const [place] of known.entries()) {
    const start = now.indexOf(pages.at(-1)?.next ?? '-') + 1
    const ask = async () => {
      const rows = [...now.slice(start, start + 3)]
      asked.push(rows.join(''))
      return { rows, next: rows.at(-1) }
    }
    pages.push(await keptPage(listOf(2, [...changed]), { fetch, isFirst: place === 0, before: known, ask }))
  }
  return { pages: pages.map(({ rows }) => rows.join('')), asked }
}

describe('A long list that is fetched again', () => {
  it('The first pages of a long list are asked for again, and the others stay as they were', async () => {
    expect(await fetchAgain('abcdefghijklmno', 'abcdefghijklmno')).toEqual({
      pages: ['abc', 'def', 'ghi', 'jkl', 'mno'],
      asked: ['abc', 'def'],
    })
  })

  it('A row of a long list that has moved to the top is not also at its old place, and none is lost', async () => {
    expect(await fetchAgain('abcdefghijklmno', 'kabcdefghijlmno')).toEqual({
      pages: ['kab', 'cde', 'f', 'ghi', 'jl'],
      asked: ['kab', 'cde'],
    })
    expect(await fetchAgain('abcdefghijklmno', 'ghabcdefijklmno')).toEqual({
      pages: ['gha', 'bcd', 'efi', 'jkl', 'mno'],
      asked: ['gha', 'bcd'],
    })
  })

  it('A page of a long list further down with a row that has changed is asked for as well', async () => {
    expect(await fetchAgain('abcdefghijklmno', 'abcdefghijklmno', 'k')).toEqual({
      pages: ['abc', 'def', 'ghi', 'jkl', 'mno'],
      asked: ['abc', 'def', 'jkl'],
    })
  })

  it('A long list of which the first pages are all new is asked for until it meets what is known', async () => {
    expect(await fetchAgain('abcdefghijklmno', 'uvwxyz123abcdefghijklmno')).toEqual({
      pages: ['uvw', 'xyz', '123', 'abc', 'def'],
      asked: ['uvw', 'xyz', '123', 'abc'],
    })
  })

  it('The next page of a long list, which scrolling asks for, is always asked for', async () => {
    const page = { rows: ['b'], next: undefined }
    const before = [{ rows: ['a'], next: 'a' }]
    const step = { fetch: new AbortController().signal, isFirst: false, before, ask: async () => page }
    expect(await keptPage(listOf(0), step)).toBe(page)
  })
})
