import { describe, expect, it } from 'vitest'
import { filterIn, queryOf } from './users-address.ts'

describe('The URL of the list of users', () => {
  it.each([
    ['', { kind: null, search: '', wish: false }],
    ['?kind=creator', { kind: 'creator', search: '', wish: false }],
    ['?search=a%26b%25', { kind: null, search: 'a&b%', wish: false }],
    ['?kind=lambda&search=amy', { kind: 'lambda', search: 'amy', wish: false }],
    ['?kind=lambda&search=amy&wish=true', { kind: 'lambda', search: 'amy', wish: true }],
  ] as const)('The URL of the list of users contains its filter: %s', (query, filter) => {
    expect(filterIn(query)).toEqual(filter)
    expect(queryOf(filter)).toBe(query)
  })

  it('An unknown kind in the URL lists all users', () => {
    expect(filterIn('?kind=king&search=amy&wish=1')).toEqual({ kind: null, search: 'amy', wish: false })
  })
})
