import { describe, expect, it } from 'vitest'
import { filterIn, parametersOf, queryOf } from './case-address.ts'

describe('The address of the queue', () => {
  it('An address without a filter lists everything that waits, and unknown words are ignored', () => {
    const all = { list: 'all', severity: null, age: null, taker: 'anybody' }
    for (const query of ['', '?kind=comment&severity=9&age=2&with=bob&state=open']) expect(filterIn(query)).toEqual(all)
    expect(parametersOf(filterIn(''))).toEqual({ state: 'waiting' })
    expect(queryOf(filterIn(''))).toBe('')
  })

  it('A filter stays the same through its address', () => {
    for (const query of ['?kind=story&severity=urgent&age=3&with=me', '?state=appealed&with=nobody', '?kind=notice'])
      expect(queryOf(filterIn(query))).toBe(query)
    expect(parametersOf(filterIn('?kind=story'))).toEqual({ state: 'open', kind: 'story' })
    expect(parametersOf(filterIn('?state=appealed&kind=story'))).toEqual({ state: 'appealed' })
  })
})
