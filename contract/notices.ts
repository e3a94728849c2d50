import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
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
  'verified',
  'verification_refused',
  'verification_sent',
  'payout_sent',
  'payout_failed',
  'payout_account_changed',
] as const

export const Notice = Type.Object({
  id: Id,
  kind: oneOf(NOTICE_KINDS),
  /** In the language of Accept-Language, else in that of the account. May contain new lines. */
  text: Type.String(),
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

export const notices = {
  list_notices: endpoint({
    method: 'GET',
    path: '/notices',
    access: 'member',
    summary: 'What happened that concerns one; X-Unread-Count says how much of it one has not read',
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
}

export type Notice = Static<typeof Notice>
