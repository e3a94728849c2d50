import { describe, expect, it } from 'vitest'
import { firstBankingDay, isBankingDay, nextBankingDay } from './banking-days.ts'

describe('Banking days', () => {
  it.each([
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2024-03-29', 'Good Friday of an early year'],
    ['2038-04-26', 'the latest Easter Monday'],
    ['2026-01-01', 'New Year'],
    ['2026-05-01', 'Labour Day'],
    ['2026-12-25', 'Christmas'],
    ['2028-12-26', 'the day after Christmas'],
    ['2026-11-21', 'a Saturday'],
    ['2026-11-22', 'a Sunday'],
  ])('Banks move no euros on %s, %s', (day) => expect(isBankingDay(day)).toBe(false))

  it('Banks work on holidays of single countries', () => {
    for (const day of ['2026-07-14', '2026-11-11', '2026-12-24', '2026-12-31', '2026-08-14'])
      expect(isBankingDay(day), day).toBe(true)
  })

  it.each([
    ['2026-01-20T00:00:00Z', '2026-01-02'],
    ['2026-02-10T00:00:00Z', '2026-02-02'],
    ['2026-05-31T23:59:59Z', '2026-05-04'],
    ['2027-05-01T00:00:00Z', '2027-05-03'],
    ['2026-12-01T00:00:00Z', '2026-12-01'],
    ['2018-04-01T00:00:00Z', '2018-04-03'],
  ])('The first banking day of the month of %s is %s', (time, day) => expect(firstBankingDay(new Date(time))).toBe(day))

  it('The day after a Thursday before Easter is a Tuesday, and after Christmas Eve the first one that is no holiday', () => {
    expect(nextBankingDay(new Date('2026-04-02T23:00:00Z'))).toBe('2026-04-07')
    expect(nextBankingDay(new Date('2026-12-24T10:00:00Z'))).toBe('2026-12-28')
  })
})
