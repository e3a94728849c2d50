import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { dateText, isTimeZone, wallClock } from './dates.ts'

const TIME = '2026-11-17T14:05:00Z'

it('A date is written with its day first, in English as in French', () => {
  expect(dateText(TIME, 'en', 'day', 'UTC')).toBe('17 November 2026')
  expect(dateText(TIME, 'fr', 'day', 'UTC')).toBe('17 novembre 2026')
  expect(dateText(TIME, 'en', 'moment', 'UTC')).toBe('17 November 2026 at 14:05')
  expect(dateText(TIME, 'fr', 'moment', 'UTC')).toBe('17 novembre 2026 à 14:05')
  expect(dateText(TIME, 'en', 'time', 'UTC')).toBe('14:05')
})

it('A day of the week stands before its date without a comma, with the year and without it', () => {
  expect(dateText(TIME, 'en', 'weekday', 'UTC')).toBe('Tuesday 17 November')
  expect(dateText(TIME, 'en', 'weekday_year', 'UTC')).toBe('Tuesday 17 November 2026')
  expect(dateText(TIME, 'fr', 'weekday', 'UTC')).toBe('mardi 17 novembre')
  expect(dateText(TIME, 'fr', 'weekday_year', 'UTC')).toBe('mardi 17 novembre 2026')
})

it('The first of a month is a number in English and an ordinal in French', () => {
  const first = new Date('2026-01-01T12:00:00Z')
  expect(dateText(first, 'en', 'day', 'UTC')).toBe('1 January 2026')
  expect(dateText(first, 'fr', 'day', 'UTC')).toBe('1er janvier 2026')
  expect(dateText(new Date('2026-01-11T12:00:00Z'), 'fr', 'day', 'UTC')).toBe('11 janvier 2026')
})

it('No page and no mail writes a date in a style of its own', () => {
  const root = resolve(import.meta.dirname, '..')
  const sources = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !path.includes('.test.'),
  )
  expect(sources.length).toBeGreaterThan(500)
  const ownStyle = /toLocale(Date|Time)String|Intl\.DateTimeFormat\(|dateStyle|timeStyle/
  const found = sources.filter((path) => ownStyle.test(readFileSync(resolve(root, path), 'utf8')))
  expect(found).toEqual(['contract/dates.ts'])
})

it('The clocks of a time zone show its own day and time, and midnight is the beginning of a day', () => {
  expect(wallClock(new Date(TIME), 'Europe/Paris')).toEqual({ day: '2026-11-17', time: '15:05' })
  expect(wallClock(new Date('2026-11-17T23:00:00Z'), 'Europe/Paris')).toEqual({ day: '2026-11-18', time: '00:00' })
  expect(wallClock(new Date('2026-01-01T02:00:00Z'), 'America/New_York')).toEqual({ day: '2025-12-31', time: '21:00' })
})

it('Only names of the time zone database are time zones', () => {
  for (const name of ['Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta'])
    expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', 'Paris', 'Europe/Atlantis', '+01:00', '-0500', 'Europe/Paris ', '\u0000', '__proto__'])
    expect(isTimeZone(name), name).toBe(false)
})
