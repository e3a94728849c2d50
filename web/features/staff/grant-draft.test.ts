import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { problemsOf, readGrant, revokeProblemOf } from './grant-draft.ts'

const DRAFT = { username: 'bob', creator: 'amy', days: '30' }

describe('A granted subscription', () => {
  it('A grant without a fan, a creator or days is not sent, and each field says so', () => {
    expect(readGrant({ username: ' ', creator: '', days: '' })).toEqual({
      problems: { username: 'required', creator: 'required', days: 'days' },
    })
  })

  it.each(['0', '-1', '3651', '99999', '1e3', '1.5', '0x10', 'ten', '²'])('A grant of %s days is not sent', (days) => {
    expect(readGrant({ ...DRAFT, days })).toEqual({ problems: { days: 'days' } })
  })

  it('A grant is sent without the spaces around its fields', () => {
    expect(readGrant({ username: ' bob@example.com ', creator: 'amy ', days: ' 3650 ' })).toEqual({
      grant: { username: 'bob@example.com', creator: 'amy', days: 3650 },
    })
  })
})

describe('Errors of the server in a grant', () => {
  const refusal = (fields: Record<string, string>) => new ApiError(422, { error: 'No', code: 'invalid', fields }, null)

  it('Errors of the server in a grant are shown at their fields', () => {
    expect(problemsOf(refusal({ username: 'unknown', creator: 'oneself', days: 'must be <= 3650' }))).toEqual({
      username: 'unknown',
      creator: 'oneself',
      days: 'days',
    })
  })

  it('Unknown errors and lost connections are shown at no field of a grant', () => {
    expect(problemsOf(refusal({ username: 'is required' }))).toEqual({})
    expect(problemsOf(new TypeError('Failed to fetch'))).toEqual({})
  })
})

describe('Errors of the server when a grant is taken back', () => {
  it.each([
    [404, {}, 'nothing_granted'],
    [422, { creator: 'unknown' }, 'unknown'],
    [422, { creator: 'not_a_creator' }, 'not_a_creator'],
    [422, { username: 'unknown' }, 'unknown'],
    [503, {}, undefined],
  ])('A %i with the fields %j is shown as %s', (status, fields, problem) => {
    expect(revokeProblemOf(new ApiError(status, { error: 'No', code: 'x', fields }, null))).toBe(problem)
  })
})
