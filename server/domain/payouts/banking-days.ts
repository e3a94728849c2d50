import { DAY_MS } from '#contract/time.ts'
import { dayOf, monthOf } from '#server/time.ts'

/** Closing days of TARGET, the payment system of the euro, that have a date: "MM-DD". */
const CLOSED = ['01-01', '05-01', '12-25', '12-26']

function later(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS))
}

/** Whether banks move euros on this day: no weekend and no closing day of TARGET. */
export function isBankingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6 || CLOSED.includes(day.slice('YYYY-'.length))) return false
  const easter = easterOf(Number(day.slice(0, 'YYYY'.length)))
  return day !== later(easter, -2) && day !== later(easter, 1)
}

/** This day, or the next one on which banks work. */
function bankingDayFrom(day: string): string {
  let found = day
  while (!isBankingDay(found)) found = later(found, 1)
  return found
}

export function nextBankingDay(after: Date): string {
  return bankingDayFrom(later(dayOf(after), 1))
}

/** The first banking day of the month of this time. */
export function firstBankingDay(time: Date): string {
  return bankingDayFrom(`${monthOf(time)}-01`)
}

/** Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const moon = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - moon + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * shift + 114
  return dayOf(new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)))
}
