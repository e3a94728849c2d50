import { isChosen, type NoticeTopic, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import { PUBLISHED, TOPIC_OF } from '#server/domain/notice-topics.ts'
import type { MailKind } from '#server/jobs/bounded-mail.ts'
import type { EndingTicket, UnmailedNotice } from '#server/store/notice-mails.ts'

/** What others do. Somebody who cannot sign in, or is about to leave, is not told of it. */
const TOLD: readonly (NoticeTopic | null)[] = ['post', 'story', 'opening', 'message', 'reaction', 'subscriber']

/** The limit that a mail counts against. */
export function budgetOf({ kind, decision_id }: UnmailedNotice): MailKind {
  if (decision_id !== null) return 'decision'
  const topic = TOPIC_OF[kind]
  if (topic && TOPIC_DEFAULTS[topic].mail === 'locked') return 'locked_notice'
  return TOLD.includes(topic) ? 'told' : 'notice'
}

/**
 * Whether a mail that was planned still makes sense: choices change, notices are read and things vanish while it waits.
 * Mails that nobody can switch off always do.
 */
export function isStillWanted(notice: UnmailedNotice, ticket: EndingTicket | undefined): boolean {
  const { kind, choices, details } = notice
  const topic = TOPIC_OF[kind]
  if (topic === null || TOPIC_DEFAULTS[topic].mail === 'locked') return true
  if (notice.read_at !== null || notice.is_gone || !isChosen(choices ?? {}, topic, 'mail')) return false
  if (notice.is_muted && PUBLISHED.includes(kind)) return false
  if (TOLD.includes(topic) && (notice.is_frozen || notice.is_leaving)) return false
  if (kind === 'new_message') return notice.waiting > 0
  if (kind === 'new_post' || kind === 'new_story' || kind === 'box_open') return notice.creator !== null
  // Who has bought the next ticket meanwhile has nothing to keep.
  if (ticket && details.expires_at) return ticket.ends_at <= new Date(details.expires_at)
  return true
}
