import { describe, expect, it } from 'vitest'
import type { ReportedPost } from '#contract/reports.ts'
import { postsIn, type ReportList, totalOf, withoutPost } from './report-lists.ts'

function post(id: string, handled_at?: string): ReportedPost {
  const handled = handled_at
    ? { outcome: 'dismissed' as const, by: 'mo', at: handled_at, note: null, answer: null, answered_at: null }
    : null
  const author = { username: 'amy', profile_id: 'amy', profile_pic: null }
  const shown = { file: null, accessible_until: null, description: '', protected: false, liked: false, likes_count: 0 }
  const pictures = { files: [], pinned: false }
  return { id, ...author, ...shown, ...pictures, reports: [], reports_count: 0, handled }
}

function list(...pages: ReportedPost[][]): ReportList {
  const total = pages.flat().length
  return { pages: pages.map((rows) => ({ rows, next: null, total })), pageParams: pages.map(() => undefined) }
}

const idsIn = (reports: ReportList) => postsIn(reports).map(({ id }) => id)

describe('The list of reported posts', () => {
  it('The list of reported posts is empty, with a count of zero, before it is loaded', () => {
    expect([postsIn(undefined), totalOf(undefined)]).toEqual([[], 0])
  })

  it('A reported post in two pages is listed once', () => {
    expect(idsIn(list([post('a'), post('b')], [post('b'), post('c')]))).toEqual(['a', 'b', 'c'])
  })

  it('A reported post with two decisions is listed twice', () => {
    expect(idsIn(list([post('a', '2026-03-02'), post('a', '2026-03-01')]))).toEqual(['a', 'a'])
  })

  it('A reported post is removed from the list after a decision, and the count is one less', () => {
    const before = list([post('a'), post('b')], [post('c')])
    const after = withoutPost(before, 'b')
    expect([idsIn(after), totalOf(after)]).toEqual([['a', 'c'], 2])
    expect([idsIn(before), totalOf(before)]).toEqual([['a', 'b', 'c'], 3])
  })

  it('The list of reported posts stays the same if the decided post is not in it', () => {
    const before = list([post('a')])
    expect(withoutPost(before, 'b')).toBe(before)
  })
})
