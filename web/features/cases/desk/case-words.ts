import type { Locale } from '#contract/accounts.ts'
import type { Case, ReportReason } from '#contract/cases.ts'
import { dateText } from '#contract/dates.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { t } from '#web/lib/i18n/i18n.ts'

const [INAPPROPRIATE, IDENTITY] = REPORT_REASONS

/** The two reasons of a post are English texts on the wire. */
export function reasonText(reason: ReportReason): string {
  if (reason === INAPPROPRIATE) return t('posts.report_inappropriate')
  if (reason === IDENTITY) return t('posts.report_identity')
  return t(`cases.reasons.${reason}`)
}

/** 0142 of 2026-0142. */
export function shortNumber(number: string): string {
  return number.split('-')[1] ?? number
}

/** What the case is about: the most frequent reason, or the complaint. */
export function caseTitle({ state, number, reasons }: Pick<Case, 'state' | 'number' | 'reasons'>): string {
  if (state === 'appealed') return t('cases.desk.complaint', { number: shortNumber(number) })
  return reasons[0] === undefined ? t('cases.file.title', { number }) : reasonText(reasons[0])
}

/** Whom it is about, who told us, and what is special about it. */
export function caseSummary(each: Case): string {
  const name = each.subject?.username ?? t('cases.desk.erased')
  const about =
    each.state === 'appealed' ? t('cases.desk.of_account', { name }) : t(`cases.desk.of_${each.kind}`, { name })
  if (each.state === 'appealed') {
    return each.appeal_not_for === null ? about : `${about}, ${t('cases.desk.not_for', { name: each.appeal_not_for })}`
  }
  const more = [
    ...(each.is_restricted ? [] : [reportersText(each)]),
    ...(each.is_hidden ? [t('cases.desk.hidden')] : []),
    ...(each.needs_admin ? [t('cases.desk.for_admin')] : []),
    ...(each.is_restricted ? [t('cases.desk.for_two')] : []),
  ].filter((part) => part !== '')
  return [about, ...more].join(', ')
}

/** "2 members and 1 public notice". Empty if the house itself looked. */
function reportersText({ reports_count, notices_count }: Pick<Case, 'reports_count' | 'notices_count'>): string {
  const members = reports_count - notices_count
  const first = members > 0 ? t('cases.desk.members', { count: members }) : ''
  const second = notices_count > 0 ? t('cases.desk.notices', { count: notices_count }) : ''
  return first && second ? t('cases.desk.and', { first, second }) : first || second
}

/** How long it waits, in the largest whole unit. */
export function ageText(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since))
  if (age < HOUR_MS) return t('cases.desk.minutes', { count: Math.floor(age / MINUTE_MS) })
  if (age < DAY_MS) return t('cases.desk.hours', { count: Math.floor(age / HOUR_MS) })
  return t('cases.desk.days', { count: Math.floor(age / DAY_MS) })
}

const DAYS_BY_NAME = 6

/** The hour of today, the day of this week, or the date. */
export function whenText(time: string, now: number, language: Locale): string {
  const day = new Date(time).toDateString()
  if (day === new Date(now).toDateString()) return dateText(time, language, 'time')
  const ahead = Date.parse(time) - now
  const isSoon = ahead > 0 && ahead < DAYS_BY_NAME * DAY_MS
  return dateText(time, language, isSoon ? 'weekday_name' : 'day_short')
}
