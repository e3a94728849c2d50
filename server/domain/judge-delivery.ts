import { isChosen, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import type { Notice, NotificationSettings, NotificationSettingsChange } from '#contract/notices.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { afterQuietHours, later, nextClockTime } from '#server/time.ts'
import { MAILED_APART, PUBLISHED, TOPIC_OF } from './notice-topics.ts'

/** Whoever was away has read a message by then, or gets a mail. */
const MESSAGE_MAIL_MS = 15 * MINUTE_MS
/** When the daily summary is mailed, in the time zone of its reader. */
const SUMMARY_TIME = '08:00'

/** What the choices of a reader decide with. */
export interface DeliverySettings extends Pick<NotificationSettings, 'mails' | 'quiet_hours' | 'time_zone'> {
  /** Only what differs from the defaults. */
  choices: NonNullable<NotificationSettingsChange['choices']>
}

/** Of somebody who has chosen nothing. */
export const DEFAULT_SETTINGS: DeliverySettings = {
  choices: {},
  mails: 'at_once',
  quiet_hours: null,
  time_zone: 'Europe/Paris',
}

/** By which channels a notice goes to its reader, and when. */
export interface Delivery {
  in_app: boolean
  /** Null: no push. */
  push_at: Date | null
  /** Null: at once. */
  mail_at: Date | null
  in_summary: boolean
  /** Set if there is no mail, or it goes its own way. */
  mailed_at: Date | null
}

interface Judged {
  kind: Notice['kind']
  settings: DeliverySettings
  /** Whether the reader has muted the creator whom it is about. */
  is_muted: boolean
  now: Date
}

/**
 * Decides by which channels a notice goes, from its kind, the choices of its reader and the time. Undefined if by none.
 * Mails that nobody can switch off go at once; everything else waits until the quiet hours are over.
 */
export function judgeDelivery({ kind, settings, is_muted, now }: Judged): Delivery | undefined {
  const topic = TOPIC_OF[kind]
  if (topic === null) return { in_app: true, push_at: null, mail_at: null, in_summary: false, mailed_at: now }
  if (is_muted && PUBLISHED.includes(kind)) return undefined
  const { choices, mails, quiet_hours, time_zone } = settings
  const wait = (time: Date) => (quiet_hours ? afterQuietHours(time, quiet_hours, time_zone) : time)
  const in_app = isChosen(choices, topic, 'in_app')
  const push_at = isChosen(choices, topic, 'push') ? wait(now) : null
  if (!isChosen(choices, topic, 'mail') || MAILED_APART.includes(kind)) {
    if (!in_app && !push_at) return undefined
    return { in_app, push_at, mail_at: null, in_summary: false, mailed_at: now }
  }
  if (TOPIC_DEFAULTS[topic].mail === 'locked')
    return { in_app, push_at, mail_at: null, in_summary: false, mailed_at: null }
  const in_summary = mails === 'daily'
  const ready_at = kind === 'new_message' ? later(now, MESSAGE_MAIL_MS) : now
  const mail_at = wait(in_summary ? nextClockTime(ready_at, SUMMARY_TIME, time_zone) : ready_at)
  return { in_app, push_at, mail_at: mail_at > now ? mail_at : null, in_summary, mailed_at: null }
}
