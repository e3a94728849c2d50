import { describe, expect, it } from 'vitest'
import { filterIn, queryOf } from './users-address.ts'

describe('The address of the list', () => {
  it.each([
    ['', { kind: null, search: '' }],
    ['?kind=creator', { kind: 'creator', search: '' }],
    ['?search=a%26b%25', { kind: null, search: 'a&b%' }],
    ['?kind=lambda&search=amy', { kind: 'lambda', search: 'amy' }],
  ] as const)('says which users are listed: %s', (query, filter) => {
    expect(filterIn(query)).toEqual(filter)
    expect(queryOf(filter)).toBe(query)
  })

  it('of a kind that nobody knows lists everybody', () => {
    expect(filterIn('?kind=king&search=amy')).toEqual({ kind: null, search: 'amy' })
  })
})
