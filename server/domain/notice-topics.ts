import { type NoticeTopic, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import type { Notice } from '#contract/notices.ts'

type Kind = Notice['kind']

/** The row of the matrix of choices that a kind belongs to. Null: notices for staff, who are told in the app only. */
export const TOPIC_OF: Record<Kind, NoticeTopic | null> = {
  new_post: 'post',
  new_story: 'story',
  box_open: 'opening',
  new_message: 'message',
  new_reaction: 'reaction',
  ticket_ends: 'ticket',
  subscription_granted: 'ticket',
  subscription_revoked: 'ticket',
  payment_failed: 'payment_problem',
  payout_failed: 'payment_problem',
  payment_received: 'receipt',
  payment_refunded: 'receipt',
  renewal_soon: 'receipt',
  renewal_stopped: 'receipt',
  renewal_resumed: 'receipt',
  withdrawal_asked: 'receipt',
  withdrawal_declined: 'receipt',
  new_subscriber: 'subscriber',
  payout_sent: 'payout',
  report_upheld: 'report',
  report_dismissed: 'report',
  report_reversed: 'report',
  post_removed: 'security',
  decision: 'security',
  appeal_decided: 'security',
  export_ready: 'security',
  creator_approved: 'security',
  verified: 'security',
  verification_refused: 'security',
  payout_account_changed: 'security',
  new_sign_in: 'security',
  password_changed: 'security',
  address_changed: 'security',
  factor_added: 'security',
  factor_removed: 'security',
  recovery_code_used: 'security',
  recovery_codes_made: 'security',
  second_step_failed: 'security',
  recovery_asked: 'security',
  factors_taken: 'security',
  case_opened: null,
  appeal_filed: null,
  verification_sent: null,
  withdrawal_waits: null,
  recovery_waits: null,
}

/** Kinds whose mail goes its own way, with more in it than the notice says, and at once. */
export const MAILED_APART: readonly Kind[] = ['new_sign_in', 'password_changed', 'address_changed', 'recovery_asked']

/** The kinds that this version knows. During an upgrade a newer one may write others. */
export const KNOWN_KINDS = Object.keys(TOPIC_OF) as Kind[]

/** Kinds whose mails nobody can switch off, because the law or the safety of an account asks for them. */
export const URGENT_KINDS: readonly Kind[] = KNOWN_KINDS.filter((kind) => {
  const topic = TOPIC_OF[kind]
  return topic !== null && TOPIC_DEFAULTS[topic].mail === 'locked'
})

/** What a creator publishes. Who has muted the creator is not told of it. */
export const PUBLISHED: readonly Kind[] = ['new_post', 'new_story']
