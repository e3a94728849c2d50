import { describe, expect, it } from 'vitest'
import { filterIn, queryOf } from './users-address.ts'

describe('The URL of the list of users', () => {
  it.each([
    ['', { kind: null, search: '' }],
    ['?kind=creator', { kind: 'creator', search: '' }],
    ['?search=a%26b%25', { kind: null, search: 'a&b%' }],
    ['?kind=lambda&search=amy', { kind: 'lambda', search: 'amy' }],
  ] as const)('The URL of the list of users contains its filter: %s', (query, filter) => {
    expect(filterIn(query)).toEqual(filter)
    expect(queryOf(filter)).toBe(query)
  })

  it('An unknown kind in the URL lists all users', () => {
    expect(filterIn('?kind=king&search=amy')).toEqual({ kind: null, search: 'amy' })
  })
})
