/** The rows of the matrix of choices. Every kind of notice that people choose about belongs to one of them. */
export const NOTICE_TOPICS = [
  'post',
  'story',
  'opening',
  'message',
  'reaction',
  'ticket',
  'payment_problem',
  'receipt',
  'subscriber',
  'payout',
  'report',
  'security',
] as const
export type NoticeTopic = (typeof NOTICE_TOPICS)[number]

/** The columns of the matrix. */
export const CHANNELS = ['in_app', 'push', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

/** Locked: always told, because the law or the safety of the account asks for it. */
type Choice = 'on' | 'off' | 'locked'

/** What holds for somebody who has chosen nothing, and what nobody can switch off. */
export const TOPIC_DEFAULTS: Record<NoticeTopic, Record<Channel, Choice>> = {
  post: { in_app: 'on', push: 'on', mail: 'off' },
  story: { in_app: 'on', push: 'off', mail: 'off' },
  opening: { in_app: 'on', push: 'on', mail: 'on' },
  message: { in_app: 'on', push: 'on', mail: 'on' },
  reaction: { in_app: 'on', push: 'off', mail: 'off' },
  ticket: { in_app: 'on', push: 'on', mail: 'on' },
  payment_problem: { in_app: 'locked', push: 'on', mail: 'locked' },
  receipt: { in_app: 'locked', push: 'off', mail: 'locked' },
  subscriber: { in_app: 'on', push: 'on', mail: 'off' },
  payout: { in_app: 'on', push: 'off', mail: 'on' },
  report: { in_app: 'locked', push: 'off', mail: 'on' },
  security: { in_app: 'locked', push: 'off', mail: 'locked' },
}

/** Whether a person is told, with their own choices if they have made any. */
export function isChosen(
  choices: Partial<Record<NoticeTopic, Partial<Record<Channel, boolean>>>>,
  topic: NoticeTopic,
  channel: Channel,
): boolean {
  const standard = TOPIC_DEFAULTS[topic][channel]
  if (standard === 'locked') return true
  return choices[topic]?.[channel] ?? standard === 'on'
}

/**
 * What the token of an unsubscribe link names, without a check of its signature: `user.topic-topic.signature`. The page
 * says with it what stops. Undefined if no mail of ours can have such a token.
 */
export function readLeaveToken(token: string): { user_id: string; topics: NoticeTopic[] } | undefined {
  const [user_id = '', names = '', signature, ...more] = token.split('.')
  const topics = NOTICE_TOPICS.filter((topic) => names.split('-').includes(topic))
  if (signature === undefined || more.length > 0 || topics.join('-') !== names) return undefined
  return topics.some((topic) => TOPIC_DEFAULTS[topic].mail === 'locked') ? undefined : { user_id, topics }
}
