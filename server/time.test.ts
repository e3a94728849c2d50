import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { afterQuietHours, type ClockRange, monthsBetween, nextClockTime } from './time.ts'

describe('Months', () => {
  it('Months follow each other over the turn of a year, and there is none before the first', () => {
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsBetween('2026-02', '2026-02')).toEqual(['2026-02'])
    expect(monthsBetween(undefined, '2026-02')).toEqual([])
    expect(monthsBetween('2026-03', '2026-02')).toEqual([])
  })
})

const at = (time: string) => new Date(time)

describe('Quiet hours', () => {
  const nights = { from: '22:00', until: '07:30' }

  it('A time outside of quiet hours stays, from the minute at which they end to the one at which they begin', () => {
    for (const time of ['2026-11-18T06:30:00Z', '2026-11-18T20:59:59.999Z'])
      expect(afterQuietHours(at(time), nights, 'Europe/Paris')).toEqual(at(time))
  })

  it('A time in quiet hours waits for their end, on the same day or on the next', () => {
    const waits = (time: string, end: string) =>
      expect(afterQuietHours(at(time), nights, 'Europe/Paris')).toEqual(at(end))
    waits('2026-11-18T21:00:00Z', '2026-11-19T06:30:00Z')
    waits('2026-11-18T23:59:59Z', '2026-11-19T06:30:00Z')
    waits('2026-11-18T06:29:59.999Z', '2026-11-18T06:30:00Z')
  })

  it('Quiet hours end at the same time of the day in summer and in winter, also on the night in between', () => {
    // The clocks go back on 25 October 2026 and forward on 28 March 2027.
    expect(afterQuietHours(at('2026-10-24T21:00:00Z'), nights, 'Europe/Paris')).toEqual(at('2026-10-25T06:30:00Z'))
    expect(afterQuietHours(at('2027-03-27T22:00:00Z'), nights, 'Europe/Paris')).toEqual(at('2027-03-28T05:30:00Z'))
  })

  it('An end that the clocks jump over is the moment of the jump, and one that comes twice is the first', () => {
    const short = { from: '22:00', until: '02:30' }
    expect(afterQuietHours(at('2027-03-27T22:00:00Z'), short, 'Europe/Paris')).toEqual(at('2027-03-28T01:00:00Z'))
    expect(afterQuietHours(at('2026-10-24T22:00:00Z'), short, 'Europe/Paris')).toEqual(at('2026-10-25T00:30:00Z'))
    expect(afterQuietHours(at('2026-10-25T01:10:00Z'), short, 'Europe/Paris')).toEqual(at('2026-10-25T01:30:00Z'))
  })

  /** Minute by minute, with another formatter: the first time at which the clocks show no quiet time. */
  function oracle(time: Date, { from, until }: ClockRange, timeZone: string): Date {
    const clock = new Intl.DateTimeFormat('de', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    const isQuiet = (moment: number) => {
      const shown = clock.format(moment)
      return from < until ? from <= shown && shown < until : from <= shown || shown < until
    }
    let moment = time.getTime()
    if (!isQuiet(moment)) return time
    while (isQuiet(moment)) moment = (Math.floor(moment / MINUTE_MS) + 1) * MINUTE_MS
    return new Date(moment)
  }

  it.each([
    ['Europe/Paris', '2026-10-24T20:00:00Z'],
    ['Europe/Paris', '2027-03-27T20:00:00Z'],
    ['America/New_York', '2026-11-01T00:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T10:00:00Z'],
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
    ['America/Santiago', '2026-09-05T20:00:00Z'],
  ])('The end of quiet hours is right around every hour in %s from %s on', (zone, first) => {
    const ranges = ['00:00-02:30', '02:10-02:50', '22:00-07:00', '03:00-02:30', '23:30-00:30', '01:59-03:01'].map(
      (text) => {
        const [from = '', until = ''] = text.split('-')
        return { from, until }
      },
    )
    for (let step = 0; step < 26; step += 1) {
      const time = new Date(at(first).getTime() + step * HOUR_MS + 61_007 * step)
      for (const range of ranges)
        expect(afterQuietHours(time, range, zone), `${time.toISOString()} ${range.from}`).toEqual(
          oracle(time, range, zone),
        )
    }
  })

  it('The next time of the day is today or tomorrow, and now counts', () => {
    expect(nextClockTime(at('2026-11-18T07:00:00Z'), '08:00', 'Europe/Paris')).toEqual(at('2026-11-18T07:00:00Z'))
    expect(nextClockTime(at('2026-11-18T07:00:00.001Z'), '08:00', 'Europe/Paris')).toEqual(at('2026-11-19T07:00:00Z'))
    expect(nextClockTime(at('2026-11-18T23:00:00Z'), '08:00', 'Asia/Tokyo')).toEqual(at('2026-11-18T23:00:00Z'))
    expect(nextClockTime(at('2026-11-18T23:30:00Z'), '08:00', 'Pacific/Auckland')).toEqual(at('2026-11-19T19:00:00Z'))
  })
})
