import { expect, it } from 'vitest'
import { filterIn, queryOf } from './list-address.ts'

it.each([
  ['', { state: null, search: '' }],
  ['?q=amy%40', { state: null, search: 'amy@' }],
  ['?state=confirmed&q=a+b', { state: 'confirmed', search: 'a b' }],
  ['?state=unconfirmed', { state: 'unconfirmed', search: '' }],
] as const)(
  'The address %j of the list of newsletter addresses is read as %j, and written as it was',
  (query, filter) => {
    expect(filterIn(query)).toEqual(filter)
    expect(queryOf(filter)).toBe(query)
  },
)

it('An unknown state in the address of the list shows all newsletter addresses', () => {
  expect(filterIn('?state=lost&q=x')).toEqual({ state: null, search: 'x' })
})
