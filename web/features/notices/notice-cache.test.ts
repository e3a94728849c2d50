import { expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { rowsOf } from '#web/lib/queries/paged-query.ts'
import { findAccessChange, markAnswered, markRead, type NoticePages } from './notice-cache.ts'

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
    { rows: [notice('04'), notice('03')], unread: 3, apart: 3, language: 'en', next: '03' },
    { rows: [notice('02'), notice('01', true)], unread: 3, apart: 3, language: 'en', next: null },
  ],
  pageParams: [undefined, '03'],
}

function unreadIds(some: NoticePages) {
  return rowsOf(some).flatMap(({ id, read }) => (read ? [] : [id]))
}

const granted = (id: string): Notice => ({ ...notice(id), kind: 'subscription_granted' })
const listOf = (...notices: Notice[]): NoticePages => ({
  pages: [{ rows: notices, unread: 0, apart: 0, language: 'en', next: null }],
  pageParams: [undefined],
})
const NOON = Date.parse('2026-11-16T12:00:00.000Z')

test('The newest granted or revoked subscription is found among the notices, and is new if the previous list did not contain it', () => {
  expect(findAccessChange(pages, '', NOON)).toEqual({ id: '', isNew: false })
  const list = listOf(notice('07'), granted('06'), granted('05'))
  expect(findAccessChange(list, '05', NOON + 60 * MINUTE_MS)).toEqual({ id: '06', isNew: true })
  expect(findAccessChange(list, '06', NOON)).toEqual({ id: '06', isNew: false })
  const revoked: Notice = { ...notice('08'), kind: 'subscription_revoked' }
  expect(findAccessChange(listOf(revoked, granted('06')), '06', NOON)).toEqual({ id: '08', isNew: true })
})

test.each(['payment_received', 'payment_refunded'] as const)(
  'A page that was cut off while access changed learns it from the notice %s',
  (kind) => {
    expect(findAccessChange(listOf({ ...notice('09'), kind }, granted('06')), '06', NOON)).toEqual({
      id: '09',
      isNew: true,
    })
  },
)

test('A subscription granted between page load and the first list of notices is new, also with some clock skew', () => {
  const list = listOf(granted('05'))
  expect(findAccessChange(list, null, NOON - MINUTE_MS)).toEqual({ id: '05', isNew: true })
  expect(findAccessChange(list, null, NOON + 4 * MINUTE_MS)).toEqual({ id: '05', isNew: true })
  expect(findAccessChange(list, null, NOON + 6 * MINUTE_MS)).toEqual({ id: '05', isNew: false })
})

test('Notices up to the newest seen one are marked as read on every page, and the bell counts the others', () => {
  const read = markRead(pages, '03')
  expect(unreadIds(read)).toEqual(['04'])
  expect(read.pages.map(({ unread }) => unread)).toEqual([1, 1])
  expect(markRead(read, '04').pages[0]?.unread).toBe(0)
  const talk = markRead(listOf({ ...notice('06'), kind: 'new_message' }, notice('05'), notice('04')), '04')
  // The message is counted with the conversations.
  expect(talk.pages[0]).toMatchObject({ unread: 2, apart: 1 })
  expect(unreadIds(pages)).toEqual(['04', '03', '02'])
})

test('An answer to a notice is shown at once, and cannot be given again', () => {
  const [first, second] = rowsOf(markAnswered(pages, '03', 'It was mine'))
  expect(first).toMatchObject({ may_answer: true, answer: null })
  expect(second).toMatchObject({ may_answer: false, answer: 'It was mine' })
})
