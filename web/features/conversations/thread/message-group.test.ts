import { expect, it } from 'vitest'
import { message } from '#tests/support/web/thread-fixtures.ts'
import { isUnchanged, type MessageGroupProps } from './message-group.tsx'
import { daysOf, keyOf } from './thread-days.ts'

const [first, second, later] = [message(1), message(2), message(3)]
const groupOf = (...messages: (typeof first)[]) => {
  const group = daysOf({ messages, pending: [] })[0]?.groups[0]
  if (!group) throw new Error('there is one')
  return group
}
const before: MessageGroupProps = {
  conversation_id: 'c1',
  group: groupOf(first, second),
  other: { name: 'amy', username: 'amy', known_name: 'amy', profile_pic: null },
  last_own_id: undefined,
  read_until: '',
  isClosed: false,
  current: null,
}

it('A group of messages is not rendered again while nothing of it changes, whatever happens in others', () => {
  expect(isUnchanged(before, { ...before, group: groupOf(first, second) })).toBe(true)
  expect(isUnchanged(before, { ...before, current: keyOf(later), last_own_id: later.id })).toBe(true)
})

it('A group of messages is rendered again when one of its messages, its mark or its other person changes', () => {
  for (const change of [
    { group: groupOf(first, second, later) },
    { group: groupOf(first, { ...second, is_read: !second.is_read }) },
    { group: { ...before.group, startsUnread: true as const } },
    { current: keyOf(second) },
    { last_own_id: second.id },
    { isClosed: true },
    { other: { ...before.other } },
  ])
    expect(isUnchanged(before, { ...before, ...change }), JSON.stringify(change)).toBe(false)
})
