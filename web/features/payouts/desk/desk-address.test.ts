import { expect, test } from 'vitest'
import { filterIn, queryOf } from './desk-address.ts'

test('The list and the search of the payouts page are part of its address', () => {
  expect(filterIn('')).toEqual({ list: 'batches', search: '' })
  expect(filterIn('?list=failed&q=amy')).toEqual({ list: 'failed', search: 'amy' })
  expect(filterIn('?list=nonsense')).toEqual({ list: 'batches', search: '' })
  expect(queryOf({ list: 'batches', search: '' })).toBe('')
  expect(queryOf({ list: 'failed', search: 'amy' })).toBe('?list=failed&q=amy')
})
