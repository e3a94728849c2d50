import { expect, test } from 'vitest'
import { filterIn, queryOf } from './desk-address.ts'

test.each([
  ['', { list: 'orders', search: '' }],
  ['?list=withdrawals', { list: 'withdrawals', search: '' }],
  ['?list=unapplied&q=amy', { list: 'unapplied', search: 'amy' }],
] as const)('The address %j names a list of payments, and back', (query, filter) => {
  expect(filterIn(query)).toEqual(filter)
  expect(queryOf(filter)).toBe(query)
})

test('An unknown list of payments is the list of all orders', () => {
  expect(filterIn('?list=nothing').list).toBe('orders')
})
