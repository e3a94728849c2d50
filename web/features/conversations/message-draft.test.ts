import { expect, test } from 'vitest'
import { MESSAGE_MAX } from '#contract/conversations.ts'
import { attemptOf, type Draft, EMPTY_DRAFT } from '#web/lib/drafts.ts'
import { canBeSent, charactersLeft } from './message-draft.tsx'

let ids = 0
const newId = () => {
  ids += 1
  return `id ${ids}`
}

/** A draft that was sent once and did not arrive. */
function tried(text: string): Draft {
  return { text, unsent: attemptOf({ text }, newId) }
}

// Spec 5.14
test.each(['', '   ', '\n\t'])('A message that contains only %j cannot be sent', (text) => {
  expect(canBeSent(text)).toBe(false)
})

test('A message has at most the maximum length, without the spaces around it and with an emoji as one character', () => {
  expect(canBeSent('x'.repeat(MESSAGE_MAX))).toBe(true)
  expect(canBeSent('x'.repeat(MESSAGE_MAX + 1))).toBe(false)
  expect(canBeSent(`  ${'x'.repeat(MESSAGE_MAX)}\n`)).toBe(true)
  expect(canBeSent('💯'.repeat(MESSAGE_MAX))).toBe(true)
})

test('The number of characters left is shown near the maximum, and the number of excess characters beyond it', () => {
  expect(charactersLeft('x'.repeat(MESSAGE_MAX - 200))).toBeNull()
  expect(charactersLeft('x'.repeat(MESSAGE_MAX - 199))).toBe(199)
  expect(charactersLeft('x'.repeat(MESSAGE_MAX))).toBe(0)
  expect(charactersLeft('x'.repeat(MESSAGE_MAX + 3))).toBe(-3)
})

test('The same text again keeps its client_id, also with other spaces around it', () => {
  const first = tried('Good evening')
  expect(attemptOf(first, newId)).toBe(first.unsent)
  expect(attemptOf({ ...first, text: ' Good evening\n' }, newId)).toBe(first.unsent)
})

test('Another text gets another client_id', () => {
  const first = tried('Good evening')
  const second = attemptOf({ ...first, text: 'Good morning' }, newId)
  expect(second.content).toBe('Good morning')
  expect(second.client_id).not.toBe(first.unsent?.client_id)
})

test('A message is sent without the spaces around it', () => {
  expect(attemptOf({ ...EMPTY_DRAFT, text: '  Row G,\nthen. ' }, newId).content).toBe('Row G,\nthen.')
})
