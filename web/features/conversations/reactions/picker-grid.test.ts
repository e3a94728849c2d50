import { expect, test } from 'vitest'
import { nextCell, pickerRows } from './picker-grid.ts'

// Spec 2.122, 9.18, 9.19
test('The emoji picker has ten emoji in five columns', () => {
  expect(pickerRows()).toEqual([
    ['👍', '👎', '❤️', '😂', '😮'],
    ['😢', '😡', '🎉', '🔥', '💯'],
  ])
})

test.each([
  [0, 'ArrowRight', 1],
  [4, 'ArrowRight', 4],
  [5, 'ArrowLeft', 5],
  [9, 'ArrowLeft', 8],
  [2, 'ArrowDown', 7],
  [7, 'ArrowDown', 7],
  [7, 'ArrowUp', 2],
  [2, 'ArrowUp', 2],
  [8, 'Home', 5],
  [6, 'End', 9],
  [3, 'Enter', null],
])('In the emoji picker, from cell %i the key %s leads to %s', (from, key, to) => {
  expect(nextCell(from, key)).toBe(to)
})
