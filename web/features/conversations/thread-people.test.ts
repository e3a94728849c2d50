import { expect, test } from 'vitest'
import { AMY, BOB, conversation } from '#tests/support/thread.ts'
import { counterpart, wayBack } from './thread-people.ts'

const talk = conversation([], {
  creator: { username: 'amy', is_deleted: false, profile: { name: 'amy', profile_pic: '/media/1' } },
})

test('A fan sees the creator, and goes back to the conversations they started', () => {
  expect(counterpart(talk, BOB)).toEqual({ name: 'amy', profile_pic: '/media/1', username: 'amy' })
  expect(wayBack(talk, BOB)).toBe('/conversations')
})

test('A creator sees the fan, and goes back to the Fan Messages', () => {
  expect(counterpart(talk, AMY)).toEqual({ name: 'bob', profile_pic: null, username: null })
  expect(wayBack(talk, AMY)).toBe('/conversations/received')
})
