import { expect, test } from 'vitest'
import { applyToggle, countLabel, sortedReactions } from './reactions.ts'

const NONE = { counts: {}, user_reactions: [], total_count: 0 }
const TWO = { counts: { '🔥': 2 }, user_reactions: ['🔥'], total_count: 2 }

// Spec 4.30, 4.31
test('A pressed reaction is counted at once, and a reaction that falls to zero disappears', () => {
  const added = applyToggle(NONE, { emoji: '🔥', wanted: true })
  expect(added).toEqual({ counts: { '🔥': 1 }, user_reactions: ['🔥'], total_count: 1 })
  expect(applyToggle(added, { emoji: '🔥', wanted: false })).toEqual(NONE)
})

test('A pending reaction that the server already knows is counted once', () => {
  expect(applyToggle(TWO, { emoji: '🔥', wanted: true })).toBe(TWO)
})

test('Several pending reactions are applied in their order', () => {
  const wishes = [
    { emoji: '🔥', wanted: false },
    { emoji: '💯', wanted: true },
    { emoji: '🔥', wanted: true },
  ]
  expect(wishes.reduce(applyToggle, TWO)).toEqual({
    counts: { '🔥': 2, '💯': 1 },
    user_reactions: ['💯', '🔥'],
    total_count: 3,
  })
})

test('Reactions are sorted in the order of the picker, and unknown emoji come last', () => {
  const reactions = { counts: { '🦄': 1, '💯': 1, '👍': 3 }, user_reactions: ['💯'], total_count: 5 }
  expect(sortedReactions(reactions)).toEqual([
    { emoji: '👍', count: 3, isOwn: false },
    { emoji: '💯', count: 1, isOwn: true },
    { emoji: '🦄', count: 1, isOwn: false },
  ])
})

// Spec 9.20
test('A reaction count is exact up to nine, and 9+ above', () => {
  expect([1, 9, 10, 2000].map(countLabel)).toEqual(['1', '9', '9+', '9+'])
})
