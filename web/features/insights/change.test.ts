import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test.each([
  [{ count: 118, before: 100 }, true, '+\u00a018%'],
  [{ count: 90, before: 100 }, true, '−\u00a010%'],
  [{ count: 364, before: 333 }, false, '+\u00a031'],
  [{ count: 1, before: 3 }, false, '−\u00a02'],
  [{ count: 5, before: 5 }, false, '0'],
  // There is no percentage of nothing.
  [{ count: 12, before: 0 }, true, '+\u00a012'],
])('The change of %j, in percent: %s, is %s', (figure, inPercent, text) => {
  expect(changeOf(figure, 'en', inPercent)?.text).toBe(text)
})

test('Without a period before there is no change', () => {
  expect(changeOf({ count: 12, before: null }, 'fr')).toBeNull()
})
