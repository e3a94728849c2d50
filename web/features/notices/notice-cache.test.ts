import { expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { markAnswered, markRead, type NoticePages, newestGrant, noticesOf } from './notice-cache.ts'

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
    { notices: [notice('04'), notice('03')], unread: 3, language: 'en', next: '03' },
    { notices: [notice('02'), notice('01', true)], unread: 3, language: 'en', next: null },
  ],
  pageParams: [undefined, '03'],
}

function unreadIds(some: NoticePages) {
  return noticesOf(some).flatMap(({ id, read }) => (read ? [] : [id]))
}

test('The newest subscription is known among the other notices, and none is older than any', () => {
  expect(newestGrant(pages)).toBe('')
  const granted = (id: string): Notice => ({ ...notice(id), kind: 'subscription_granted' })
  const [first, second] = [granted('05'), granted('06')]
  const page = { notices: [notice('07'), second, first], unread: 3, language: 'en', next: null } as const
  expect(newestGrant({ pages: [{ ...page, notices: [...page.notices] }], pageParams: [undefined] })).toBe('06')
})

test('Those up to the newest that was seen are read, on every page, and the bell counts the others', () => {
  const read = markRead(pages, '03')
  expect(unreadIds(read)).toEqual(['04'])
  expect(read.pages.map(({ unread }) => unread)).toEqual([1, 1])
  expect(markRead(read, '04').pages[0]?.unread).toBe(0)
  expect(unreadIds(pages)).toEqual(['04', '03', '02'])
})

test('An answer is there at once, and no second one can be given', () => {
  const [first, second] = noticesOf(markAnswered(pages, '03', 'It was mine'))
  expect(first).toMatchObject({ may_answer: true, answer: null })
  expect(second).toMatchObject({ may_answer: false, answer: 'It was mine' })
})
