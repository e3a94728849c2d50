import { expect, it } from 'vitest'
import { targetOf } from './creator-search.tsx'

it('Arrows stop at both ends of the list, and leave the field what is its own', () => {
  expect(targetOf('ArrowDown', 0, 3)).toBe(1)
  expect(targetOf('ArrowDown', 2, 3)).toBe(2)
  expect(targetOf('ArrowUp', 0, 3)).toBe(0)
  expect(targetOf('End', 1, 3)).toBe(2)
  expect(targetOf('Home', 2, 3)).toBe(1)
  for (const key of ['Home', 'End', 'ArrowLeft', 'a']) expect(targetOf(key, 0, 3)).toBeNull()
})
