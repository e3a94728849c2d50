import { expect, test } from 'vitest'
import { AMY, BOB, conversation } from '#tests/support/web/thread-fixtures.ts'
import { backPath, counterpart } from './thread-people.ts'

const GONE = 'deleted member'
const talk = conversation([], {
  creator: { username: 'amy', is_deleted: false, profile: { name: 'amy', profile_pic: '/media/1' } },
})

test('A fan sees the creator, and the back link leads to the conversations they started', () => {
  expect(counterpart(talk, BOB, GONE)).toEqual({
    name: 'amy',
    profile_pic: '/media/1',
    username: 'amy',
    known_name: 'amy',
  })
  expect(backPath(talk, BOB)).toBe('/conversations')
})

// Spec 2.76
test('A creator sees the fan, and the back link leads to Fan Messages', () => {
  expect(counterpart(talk, AMY, GONE)).toEqual({ name: 'bob', profile_pic: null, username: null, known_name: 'bob' })
  expect(backPath(talk, AMY)).toBe('/conversations/received')
})

test('A creator sees the portrait of a fan who has a page of their own', () => {
  const withPage = { ...talk, initiator: { ...talk.initiator, profile_pic: '/media/2' } }
  expect(counterpart(withPage, AMY, GONE)).toMatchObject({ name: 'bob', profile_pic: '/media/2' })
  expect(counterpart(withPage, BOB, GONE)).toMatchObject({ name: 'amy', profile_pic: '/media/1' })
})

test('A person who has requested deletion keeps their name without a link, and an erased one is a deleted member', () => {
  const closed = { ...talk, is_closed: true }
  expect(counterpart(closed, BOB, GONE)).toMatchObject({ name: 'amy', username: null })
  const nobody = { ...closed, creator: { ...talk.creator, username: 'x', is_deleted: true } }
  expect(counterpart(nobody, BOB, GONE)).toMatchObject({ name: GONE, username: null, known_name: null })
  const noFan = { ...closed, initiator: { username: 'x', is_deleted: true } }
  expect(counterpart(noFan, AMY, GONE)).toMatchObject({ name: GONE, username: null })
})
