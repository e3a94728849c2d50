import { describe, expect, it } from 'vitest'
import { monthsBetween } from './time.ts'

describe('Months', () => {
  it('Months follow each other over the turn of a year, and there is none before the first', () => {
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsBetween('2026-02', '2026-02')).toEqual(['2026-02'])
    expect(monthsBetween(undefined, '2026-02')).toEqual([])
    expect(monthsBetween('2026-03', '2026-02')).toEqual([])
  })
})
