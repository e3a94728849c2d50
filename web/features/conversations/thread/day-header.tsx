import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useNow } from '#web/ui/use-now.ts'
import { dayWord } from './thread-days.ts'

/** The day of what follows, between two hairlines: Today, Yesterday, or its date. */
export function DayHeader({ start }: { start: Date }) {
  const { t, language } = useTranslation()
  const now = new Date(useNow())
  const word = dayWord(start, now)
  return (
    <h2
      aria-live="off"
      className="mt-4 mb-1.5 flex items-center gap-3.5 font-display text-base leading-none text-mute italic before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
    >
      <time dateTime={localDate(start)}>{word ? t(`thread.${word}`) : dateIn(language, start, now)}</time>
    </h2>
  )
}

function dateIn(language: Locale, start: Date, now: Date): string {
  const isThisYear = start.getFullYear() === now.getFullYear()
  return dateText(start, language, isThisYear ? 'weekday' : 'weekday_year')
}

function localDate(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
