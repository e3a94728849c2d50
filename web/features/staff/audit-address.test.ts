import { describe, expect, it } from 'vitest'
import { filterIn, queryOf } from './audit-address.ts'

describe('The URL of the audit log', () => {
  it.each([
    ['', { who: '', action: null, search: '' }],
    ['?who=%40house', { who: '@house', action: null, search: '' }],
    ['?who=idris&action=role_changed&search=a%26b', { who: 'idris', action: 'role_changed', search: 'a&b' }],
  ] as const)('The URL of the audit log contains its filter: %s', (query, filter) => {
    expect(filterIn(query)).toEqual(filter)
    expect(queryOf(filter)).toBe(query)
  })

  it('An unknown action in the URL lists all actions', () => {
    expect(filterIn('?action=mischief&who=idris')).toEqual({ who: 'idris', action: null, search: '' })
  })
})
