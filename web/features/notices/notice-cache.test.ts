import { expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { rowsOf } from '#web/lib/queries/paged-query.ts'
import { findNewGrant, markAnswered, markRead, type NoticePages } from './notice-cache.ts'

function notice(id: string, read = false): Notice {
  const created_at = '2026-11-16T12:00:00.000Z'
  return {
    id,
    kind: 'post_removed',
    text: '',
    created_at,
    read,
    post_id: null,
    path: null,
    may_answer: true,
    answer: null,
  }
}

const pages: NoticePages = {
  pages: [
    { rows: [notice('04'), notice('03')], unread: 3, language: 'en', next: '03' },
    { rows: [notice('02'), notice('01', true)], unread: 3, language: 'en', next: null },
  ],
  pageParams: [undefined, '03'],
}

function unreadIds(some: NoticePages) {
  return rowsOf(some).flatMap(({ id, read }) => (read ? [] : [id]))
}

const granted = (id: string): Notice => ({ ...notice(id), kind: 'subscription_granted' })
const listOf = (...notices: Notice[]): NoticePages => ({
  pages: [{ rows: notices, unread: 0, language: 'en', next: null }],
  pageParams: [undefined],
})
const [NOON, MINUTE] = [Date.parse('2026-11-16T12:00:00.000Z'), 60_000]

test('The newest subscription is known among the other notices, and is new when the last list did not have it', () => {
  expect(findNewGrant(pages, '', NOON)).toEqual({ id: '', isNew: false })
  const list = listOf(notice('07'), granted('06'), granted('05'))
  expect(findNewGrant(list, '05', NOON + 60 * MINUTE)).toEqual({ id: '06', isNew: true })
  expect(findNewGrant(list, '06', NOON)).toEqual({ id: '06', isNew: false })
})

test('A subscription that came between the page and its first list of notices is new, also by a clock that is ahead', () => {
  const list = listOf(granted('05'))
  expect(findNewGrant(list, null, NOON - MINUTE)).toEqual({ id: '05', isNew: true })
  expect(findNewGrant(list, null, NOON + 4 * MINUTE)).toEqual({ id: '05', isNew: true })
  expect(findNewGrant(list, null, NOON + 6 * MINUTE)).toEqual({ id: '05', isNew: false })
})

test('Those up to the newest that was seen are read, on every page, and the bell counts the others', () => {
  const read = markRead(pages, '03')
  expect(unreadIds(read)).toEqual(['04'])
  expect(read.pages.map(({ unread }) => unread)).toEqual([1, 1])
  expect(markRead(read, '04').pages[0]?.unread).toBe(0)
  expect(unreadIds(pages)).toEqual(['04', '03', '02'])
})

test('An answer is there at once, and no second one can be given', () => {
  const [first, second] = rowsOf(markAnswered(pages, '03', 'It was mine'))
  expect(first).toMatchObject({ may_answer: true, answer: null })
  expect(second).toMatchObject({ may_answer: false, answer: 'It was mine' })
})
