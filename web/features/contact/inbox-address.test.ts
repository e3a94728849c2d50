import { expect, it } from 'vitest'
import { filterIn, parametersOf, queryOf } from './inbox-address.ts'

it.each([
  ['', { state: 'open', search: '' }, { state: 'open' }],
  ['?q=dog', { state: 'open', search: 'dog' }, { state: 'open', q: 'dog' }],
  ['?state=answered', { state: 'answered', search: '' }, { state: 'answered' }],
  ['?state=all&q=a+b', { state: 'all', search: 'a b' }, { q: 'a b' }],
] as const)(
  'The address %j of the inbox is read as %j, asked for with %j, and written as it was',
  (query, filter, asked) => {
    expect(filterIn(query)).toEqual(filter)
    expect(parametersOf(filter)).toEqual(asked)
    expect(queryOf(filter)).toBe(query)
  },
)

it('An unknown state in the address of the inbox shows the open messages', () => {
  expect(filterIn('?state=lost&q=x')).toEqual({ state: 'open', search: 'x' })
})
