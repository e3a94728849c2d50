import { describe, expect, it } from 'vitest'
import { nextPeriodEnd, periodEnd } from './clock.ts'

const seconds = (date: string) => Date.parse(`${date}Z`) / 1000
const iso = (time: number) => new Date(time * 1000).toISOString().slice(0, 19)

describe('Ends of billing periods', () => {
  it.each([
    // A month that is too short ends the period on its last day, and the day of the anchor comes back.
    ['2027-01-31T10:00:00', 'month', 1, '2027-02-28T10:00:00'],
    ['2027-01-31T10:00:00', 'month', 2, '2027-03-31T10:00:00'],
    ['2027-01-31T10:00:00', 'month', 3, '2027-04-30T10:00:00'],
    ['2027-01-31T10:00:00', 'month', 13, '2028-02-29T10:00:00'],
    ['2028-02-29T23:59:59', 'month', 1, '2028-03-29T23:59:59'],
    ['2028-02-29T23:59:59', 'year', 1, '2029-02-28T23:59:59'],
    ['2028-02-29T23:59:59', 'year', 4, '2032-02-29T23:59:59'],
    ['2026-12-30T00:00:00', 'month', 2, '2027-02-28T00:00:00'],
    // Daylight saving changes nothing: a period is counted in UTC.
    ['2026-10-25T01:30:00', 'month', 1, '2026-11-25T01:30:00'],
    ['2026-11-18T08:00:00', 'week', 2, '2026-12-02T08:00:00'],
    ['2026-11-18T08:00:00', 'day', 1, '2026-11-19T08:00:00'],
  ] as const)('A period from %s ends after the %s %i on %s', (anchor, interval, count, end) => {
    expect(iso(periodEnd(seconds(anchor), interval, count))).toBe(end)
  })

  it('The end after a time is the first one behind it, and at an end it is the next one', () => {
    const anchor = seconds('2027-01-31T10:00:00')
    expect(iso(nextPeriodEnd(anchor, 'month', 1, anchor))).toBe('2027-02-28T10:00:00')
    expect(iso(nextPeriodEnd(anchor, 'month', 1, seconds('2027-02-28T09:59:59')))).toBe('2027-02-28T10:00:00')
    expect(iso(nextPeriodEnd(anchor, 'month', 1, seconds('2027-02-28T10:00:00')))).toBe('2027-03-31T10:00:00')
    expect(iso(nextPeriodEnd(anchor, 'month', 3, anchor))).toBe('2027-04-30T10:00:00')
  })
})
