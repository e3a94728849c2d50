import { type Channel, NOTICE_TOPICS, type NoticeTopic } from '#contract/notice-topics.ts'
import type { NotificationSettings, NotificationSettingsChange } from '#contract/notices.ts'

/** The settings after a change, as the server applies it: what the change does not name stays. */
export function changed(settings: NotificationSettings, change: NotificationSettingsChange): NotificationSettings {
  const { choices, ...rest } = change
  const topics = NOTICE_TOPICS.map((topic) => [topic, { ...settings.choices[topic], ...choices?.[topic] }] as const)
  return { ...settings, ...rest, choices: Object.fromEntries(topics) as NotificationSettings['choices'] }
}

/** The rows of the matrix, in their groups. Only creators have subscribers and payouts. */
export function topicGroups(isCreator: boolean) {
  return [
    { name: 'creators', topics: ['post', 'story', 'opening'] },
    { name: 'messages', topics: ['message', 'reaction'] },
    {
      name: 'money',
      topics: ['ticket', 'payment_problem', 'receipt', ...(isCreator ? (['subscriber', 'payout'] as const) : [])],
    },
    { name: 'house', topics: ['report', 'security'] },
  ] as const satisfies { name: string; topics: NoticeTopic[] }[]
}

/** The change that one box of the matrix makes. */
export function choice(topic: NoticeTopic, channel: Channel, isOn: boolean): NotificationSettingsChange {
  return { choices: { [topic]: { [channel]: isOn } } }
}
