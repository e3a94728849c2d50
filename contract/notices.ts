import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { NOTICE_TOPICS, type NoticeTopic } from './notice-topics.ts'
import { ANSWER_MAX } from './reports.ts'
import { Id, IdParams, Nothing, nullable, oneOf, Time, visibleText } from './schemas.ts'

/** A new kind is a line here; the compiler then requires its texts, mail, path and icon. */
const NOTICE_KINDS = [
  'post_removed',
  'report_upheld',
  'report_dismissed',
  'subscription_granted',
  'subscription_revoked',
  'creator_approved',
  'export_ready',
  'decision',
  'appeal_decided',
  'report_reversed',
  'case_opened',
  'appeal_filed',
  'payment_received',
  'payment_refunded',
  'renewal_soon',
  'payment_failed',
  'renewal_stopped',
  'renewal_resumed',
  'withdrawal_asked',
  'withdrawal_declined',
  'verified',
  'verification_refused',
  'verification_sent',
  'withdrawal_waits',
  'payout_sent',
  'payout_failed',
  'payout_account_changed',
  'new_message',
  'new_reaction',
  'new_post',
  'new_story',
  'new_subscriber',
  'ticket_ends',
  'box_open',
  'new_sign_in',
  'password_changed',
  'address_changed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'recovery_codes_made',
  'second_step_failed',
  'recovery_asked',
  'factors_taken',
  'recovery_waits',
] as const

export const Notice = Type.Object({
  id: Id,
  kind: oneOf(NOTICE_KINDS),
  /** In the language of Accept-Language, else in that of the account. May contain new lines. */
  text: Type.String(),
  /** Where the text names people, as positions in UTF-16 code units. They can be shown in bold letters. */
  names: Type.Optional(Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }))),
  created_at: Time,
  read: Type.Boolean(),
  /** The post it is about, which may have been deleted. */
  post_id: nullable(Id),
  /** The page it links to, if there is one. */
  path: nullable(Type.String()),
  may_answer: Type.Boolean(),
  /** The answer of the recipient. */
  answer: nullable(Type.String()),
})

/** One choice for each channel that is named. A channel that is locked can only be on. */
const ChannelChoices = Type.Object({
  in_app: Type.Optional(Type.Boolean()),
  push: Type.Optional(Type.Boolean()),
  mail: Type.Optional(Type.Boolean()),
})
const AllChannels = Type.Object({ in_app: Type.Boolean(), push: Type.Boolean(), mail: Type.Boolean() })

function everyTopic<S extends TSchema>(schema: S) {
  return Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, schema])) as Record<NoticeTopic, S>
}

/** A time of the day, such as "22:00". */
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const QuietHours = Type.Object({ from: ClockTime, until: ClockTime })
/** A name of the IANA time zone database, such as "Europe/Paris". */
const TimeZone = Type.String({ minLength: 1, maxLength: 64 })

/** What somebody wants to be told of, where, and when. */
export const NotificationSettings = Type.Object({
  choices: Type.Object(everyTopic(AllChannels)),
  /** Mails one by one, or one mail a day with all of them. Mails that cannot be switched off always come at once. */
  mails: oneOf(['at_once', 'daily']),
  /** Push and mail wait until they are over, every day, in this time zone. */
  quiet_hours: nullable(QuietHours),
  time_zone: TimeZone,
  /** Whether a push names the person it is about. It never has the content. */
  push_says: oneOf(['nothing', 'name']),
})

const NotificationSettingsChange = Type.Object({
  choices: Type.Optional(Type.Object(everyTopic(Type.Optional(ChannelChoices)))),
  mails: Type.Optional(oneOf(['at_once', 'daily'])),
  quiet_hours: Type.Optional(nullable(QuietHours)),
  time_zone: Type.Optional(TimeZone),
  push_says: Type.Optional(oneOf(['nothing', 'name'])),
})

/** The token of an unsubscribe link. It has no limit of its own: one that is too long is answered like any wrong one. */
const LeaveToken = Type.Object({ token: Type.String() })
/** Whose mails stop, or come again. */
const LeftTopics = Type.Object({ topics: Type.Array(oneOf(NOTICE_TOPICS)) })

export const notices = {
  list_notices: endpoint({
    method: 'GET',
    path: '/notices',
    access: 'member',
    summary:
      'What happened that concerns one; X-Unread-Count says how much of it one has not read, X-Unread-Apart without what is about conversations',
    query: Type.Object({ cursor: Type.Optional(Id) }),
    response: Type.Array(Notice),
  }),
  read_notices: endpoint({
    method: 'POST',
    path: '/notices/read',
    access: 'member',
    summary: 'Mark one’s notices as read: all of them, or all up to the newest that was seen',
    // `until` is a position in the list: newer notices stay unread. A missing body is validated as null.
    body: nullable(Type.Object({ until: Type.Optional(Id) })),
    response: Nothing,
  }),
  answer_notice: endpoint({
    method: 'POST',
    path: '/notices/{id}/answer',
    access: 'member',
    summary: 'Answer a notice, once; staff read it with the report',
    params: IdParams,
    body: Type.Object({ answer: visibleText(ANSWER_MAX) }),
    status: 201,
    response: Nothing,
  }),
  get_notification_settings: endpoint({
    method: 'GET',
    path: '/notification_settings',
    access: 'member',
    summary: 'What one is told of, where and when',
    response: NotificationSettings,
  }),
  put_notification_settings: endpoint({
    method: 'PUT',
    path: '/notification_settings',
    access: 'member',
    summary: 'Change what is named of it; the rest stays',
    body: NotificationSettingsChange,
    response: NotificationSettings,
  }),
  leave_notice_mails: endpoint({
    method: 'POST',
    path: '/notification_settings/unsubscribe',
    access: 'public',
    summary: 'No more mails about what a mail was about, with its token; mail programs do it with one click',
    query: LeaveToken,
    ignores_body: true,
    response: LeftTopics,
  }),
  open_leave_notice_mails: endpoint({
    method: 'GET',
    path: '/notification_settings/unsubscribe',
    access: 'public',
    summary:
      'The same address, opened by a mail program that knows no one-click: leads to the page, and changes nothing',
    query: LeaveToken,
    also: { 302: 'To the page with the button' },
    response: Nothing,
  }),
  return_notice_mails: endpoint({
    method: 'POST',
    path: '/notification_settings/resubscribe',
    access: 'public',
    summary: 'Take back an unsubscription, with the same token',
    query: LeaveToken,
    ignores_body: true,
    response: LeftTopics,
  }),
}

export type NotificationSettings = Static<typeof NotificationSettings>
export type NotificationSettingsChange = Static<typeof NotificationSettingsChange>
export type Notice = Static<typeof Notice>
