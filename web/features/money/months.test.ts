import { describe, expect, it } from 'vitest'
import { barsOf, monthName } from './months.ts'

describe('A month', () => {
  it('A month has its name in the reader’s language, in every time zone', () => {
    expect(monthName('2026-11', 'en', 'alone')).toBe('November')
    expect(monthName('2026-11', 'fr', 'alone')).toBe('novembre')
    expect(monthName('2026-01', 'en', 'full')).toBe('January 2026')
    expect(monthName('2026-11', 'fr', 'narrow')).toBe('nov. 2026')
    expect(monthName('2026-07', 'en', 'short')).toBe('Jul')
    expect(monthName('2026-07', 'fr', 'short')).toBe('juil.')
  })
})

describe('The chart of revenues', () => {
  const heights = (...nets: string[]) =>
    barsOf(nets.map((net, index) => ({ month: `2026-0${index + 1}`, net }))).map(({ height }) => height)

  it('The chart shows the last six months, and the highest bar has the full height', () => {
    expect(heights('999.00', '10.00', '20.00', '0.00', '40.00', '5.00', '30.00')).toEqual([25, 50, 0, 100, 12.5, 75])
  })

  it('The chart shows months before the first payment, also in the year before', () => {
    const bars = barsOf([{ month: '2026-02', net: '8.00' }])
    expect(bars.map(({ month }) => month)).toEqual(['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'])
    expect(bars.map(({ height }) => height)).toEqual([0, 0, 0, 0, 0, 100])
  })

  it('The chart is flat if nothing was earned, and empty without a month', () => {
    expect(heights('0.00', '0.00')).toEqual([0, 0, 0, 0, 0, 0])
    expect(barsOf([])).toEqual([])
  })
})
