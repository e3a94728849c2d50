import { expect, test } from 'vitest'
import { drawnAround } from './neighbours.ts'

const STORIES = ['a', 'b', 'c', 'd']

test('Whoever saves data gets the story they look at, and no byte of another', () => {
  expect(drawnAround(STORIES, 'b', true)).toEqual(['b'])
})

test('Everybody else has the one before and the one after at hand, and no more', () => {
  expect(drawnAround(STORIES, 'b', false)).toEqual(['a', 'b', 'c'])
  expect(drawnAround(STORIES, 'a', false)).toEqual(['a', 'b'])
  expect(drawnAround(STORIES, 'd', false)).toEqual(['c', 'd'])
})
