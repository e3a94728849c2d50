import { type ReportReason, SEVERITIES, type Severity } from '#contract/cases.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { later } from '#server/time.ts'

/** The severity of a case is that of its worst reason. */
const SEVERITY_OF: Readonly<Record<ReportReason, Severity>> = {
  minor: 'urgent',
  non_consensual: 'urgent',
  threat: 'urgent',
  harassment: 'high',
  identity: 'high',
  illegal_goods: 'high',
  copyright: 'normal',
  other: 'normal',
  spam: 'low',
  'Inapropriate content': 'normal',
  'The account is stealing someone identity': 'high',
}

/** How soon staff should look at a case. */
const DUE_MS: Readonly<Record<Severity, number>> = {
  urgent: 6 * HOUR_MS,
  high: 2 * DAY_MS,
  normal: 5 * DAY_MS,
  low: 7 * DAY_MS,
}

/** What a reason makes of a case: its severity, as the database stores it, and when it is due. */
export function urgencyOf(reason: ReportReason, now: Date): { severity: number; due_at: Date } {
  const severity = SEVERITY_OF[reason]
  return { severity: SEVERITIES.indexOf(severity), due_at: later(now, DUE_MS[severity]) }
}
