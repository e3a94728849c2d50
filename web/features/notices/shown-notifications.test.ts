import { expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { silencedTags } from './shown-notifications.ts'

const CONVERSATION = '019ba4d2-0000-7000-8000-00000000000c'

function notice(id: string, read: boolean, path: string | null = null): Notice {
  return {
    id,
    kind: 'new_message',
    text: '',
    created_at: '2026-11-18T12:00:00Z',
    read,
    post_id: null,
    path,
    may_answer: false,
    answer: null,
  }
}
const inConversation = (id: string, read: boolean) => notice(id, read, `/conversations/${CONVERSATION}`)

test('What is unread stays shown', () => {
  expect(silencedTags(null, [notice('a', false)])).toEqual([])
  expect(silencedTags([notice('a', false)], [notice('a', false)])).toEqual([])
})

test('The first list closes what was read on another device while this one was away', () => {
  expect(silencedTags(null, [notice('b', false), notice('a', true)])).toEqual(['a'])
})

test('A later list closes only what was read since the list before', () => {
  const before = [notice('b', false), notice('a', true)]
  expect(silencedTags(before, [notice('c', false), notice('b', true), notice('a', true)])).toEqual(['b'])
})

test('Reading a message closes the notification of its conversation, unless a newer message waits there', () => {
  const before = [inConversation('a', false)]
  expect(silencedTags(before, [inConversation('a', true)])).toEqual(['a', CONVERSATION])
  expect(silencedTags(before, [inConversation('b', false), inConversation('a', true)])).toEqual(['a'])
})
