import { expect, test } from 'vitest'
import { withNeighbours } from './story-layers.tsx'

const STORIES = ['a', 'b', 'c', 'd']

test('Whoever saves data gets the story they look at, and no byte of another', () => {
  expect(withNeighbours(STORIES, 'b', true)).toEqual(['b'])
})

test('Everybody else has the one before and the one after at hand, and no more', () => {
  expect(withNeighbours(STORIES, 'b', false)).toEqual(['a', 'b', 'c'])
  expect(withNeighbours(STORIES, 'a', false)).toEqual(['a', 'b'])
  expect(withNeighbours(STORIES, 'd', false)).toEqual(['c', 'd'])
})
