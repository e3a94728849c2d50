import { expect, it } from 'vitest'
import { targetOf } from './creator-search.tsx'

/** The field and five boxes, three of them in a row. */
const target = (key: string, place: number) => targetOf(key, place, 6, 3)

it('Arrow keys stop at both ends of the search results, and keep their meaning in the text field', () => {
  expect(target('ArrowDown', 0)).toBe(1)
  expect(target('ArrowUp', 0)).toBe(0)
  expect(target('ArrowRight', 5)).toBe(5)
  expect(target('ArrowLeft', 1)).toBe(1)
  expect(target('End', 1)).toBe(5)
  expect(target('Home', 5)).toBe(1)
  for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowRight', 'a']) expect(target(key, 0)).toBeNull()
})

it('Arrow keys move along a row of search results, and from row to row', () => {
  expect(target('ArrowRight', 1)).toBe(2)
  expect(target('ArrowLeft', 4)).toBe(3)
  expect(target('ArrowDown', 1)).toBe(4)
  expect(target('ArrowUp', 5)).toBe(2)
})

it('Arrow down goes to the last result if none is below, and arrow up from the first row to the text field', () => {
  expect(target('ArrowDown', 3)).toBe(5)
  expect(target('ArrowDown', 5)).toBe(5)
  for (const place of [1, 2, 3]) expect(target('ArrowUp', place)).toBe(0)
})
