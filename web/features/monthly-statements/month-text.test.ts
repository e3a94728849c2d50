import { expect, test } from 'vitest'
import { monthEnds, monthText } from './month-text.ts'

test('A statement names its month, and its first and last day', () => {
  expect(monthText('2026-10', 'en')).toBe('October 2026')
  expect(monthEnds('2026-10', 'en')).toEqual({ first: '1 October', last: '31 October' })
  expect(monthEnds('2028-02', 'fr')).toEqual({ first: '1er février', last: '29 février' })
  expect(monthEnds('2026-12', 'en')).toEqual({ first: '1 December', last: '31 December' })
})
