import { expect, test } from 'vitest'
import { withNeighbours } from './story-layers.tsx'

const STORIES = ['a', 'b', 'c', 'd']

test('A viewer who saves data loads only the current story', () => {
  expect(withNeighbours(STORIES, 'b', true)).toEqual(['b'])
})

test('Other viewers preload the previous and the next story, and no others', () => {
  expect(withNeighbours(STORIES, 'b', false)).toEqual(['a', 'b', 'c'])
  expect(withNeighbours(STORIES, 'a', false)).toEqual(['a', 'b'])
  expect(withNeighbours(STORIES, 'd', false)).toEqual(['c', 'd'])
})
