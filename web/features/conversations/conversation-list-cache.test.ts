import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ConversationSummary } from '#contract/conversations.ts'
import { markChanged, markChangedWith } from '#web/lib/queries/changed-conversations.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import { rowsOf } from '#web/lib/queries/paged-query.ts'
import { listKey, longList, unreadCount } from './conversation-list-cache.ts'

function conversation(id: string, unread_count = 0): ConversationSummary {
  return {
    id,
    creator_id: 'amy',
    creator: { username: 'amy', is_deleted: false, profile: { name: 'amy', profile_pic: '/media/1' } },
    initiator: { username: 'bob', is_deleted: false },
    unread_count,
    last_message: null,
    can_send_messages: true,
    is_closed: false,
    is_blocked: false,
  }
}

function pages(...lists: ConversationSummary[][]) {
  return {
    pages: lists.map((rows, page) => ({ rows, next: null, unread: 7 + page, asked_at: 1 })),
    pageParams: [],
  }
}

test('A conversation that moved up while the pages were fetched is listed once, at its new place', () => {
  const list = pages([conversation('c', 3), conversation('a', 1)], [conversation('b', 2), conversation('c', 2)])
  expect(rowsOf(list).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('The number of unread messages is the one that the server counted, also for pages that are not loaded', () => {
  expect(unreadCount(pages([conversation('a', 1)], [conversation('b')]))).toBe(7)
})

test('Before the first response, the list of conversations is empty and nothing is unread', () => {
  expect(rowsOf(undefined)).toEqual([])
  expect(unreadCount(undefined)).toBe(0)
})

test('A conversation that was heard of after its page was asked for is asked for again, and no other', () => {
  const client = new QueryClient()
  const { isChanged } = longList(client)
  const page = { rows: [conversation('a'), conversation('b')], next: null, unread: 0, asked_at: logicalTime() }
  markChanged(client, 'a')
  expect([isChanged(conversation('a'), page), isChanged(conversation('b'), page)]).toEqual([true, false])
  expect(isChanged(conversation('a'), { ...page, asked_at: Number.MAX_SAFE_INTEGER })).toBe(false)
  client.setQueryData(listKey('received'), pages([], [conversation('b')]))
  markChangedWith(client, 'carl')
  expect(isChanged(conversation('b'), page)).toBe(false)
  markChangedWith(client, 'bob')
  expect(isChanged(conversation('b'), page)).toBe(true)
  client.clear()
})
