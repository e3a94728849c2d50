import { expect, test } from 'vitest'
import { cityOf, daysFrom, momentOf, nextSlot } from './schedule.ts'

const PARIS = 'Europe/Paris'

test('A day and a time mean the clocks of the time zone, in winter and in summer', () => {
  expect(momentOf({ day: '2026-11-20', time: '20:00' }, PARIS)?.toISOString()).toBe('2026-11-20T19:00:00.000Z')
  expect(momentOf({ day: '2026-07-20', time: '20:00' }, PARIS)?.toISOString()).toBe('2026-07-20T18:00:00.000Z')
  expect(momentOf({ day: '2026-11-20', time: '00:30' }, 'Asia/Tokyo')?.toISOString()).toBe('2026-11-19T15:30:00.000Z')
  expect(momentOf({ day: '2026-11-20', time: '12:00' }, 'Asia/Kolkata')?.toISOString()).toBe('2026-11-20T06:30:00.000Z')
  expect(momentOf({ day: '', time: '20:00' }, PARIS)).toBeNull()
})

test('In the nights in which the clocks change, a time is always a moment', () => {
  // 02:30 does not exist: the clocks go from 02:00 to 03:00.
  expect(momentOf({ day: '2026-03-29', time: '02:30' }, PARIS)?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(momentOf({ day: '2026-03-29', time: '03:30' }, PARIS)?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  // 02:30 exists twice: the first is meant.
  expect(momentOf({ day: '2026-10-25', time: '02:30' }, PARIS)?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test('The fields begin with a full hour that is still to come, also over midnight', () => {
  expect(nextSlot(new Date('2026-11-17T13:20:00Z'), PARIS)).toEqual({ day: '2026-11-17', time: '16:00' })
  expect(nextSlot(new Date('2026-11-17T22:20:00Z'), PARIS)).toEqual({ day: '2026-11-18', time: '01:00' })
})

test('The ribbon begins with today in the time zone, not in Greenwich', () => {
  expect(daysFrom(new Date('2026-11-30T23:30:00Z'), 3, PARIS)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03'])
  expect(cityOf('America/New_York')).toBe('New York')
})
