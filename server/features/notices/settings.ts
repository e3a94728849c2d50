import { isTimeZone } from '#contract/dates.ts'
import { CHANNELS, isChosen, NOTICE_TOPICS, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import type { NotificationSettings, NotificationSettingsChange } from '#contract/notices.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { DEFAULT_SETTINGS } from '#server/domain/judge-delivery.ts'
import { invalid } from '#server/errors.ts'
import { listSettingsOf, lockSettings, type StoredSettings, saveSettings } from '#server/store/notification-settings.ts'

export async function getSettings({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<NotificationSettings> {
  const stored = (await listSettingsOf(db, [viewer.id])).get(viewer.id)
  return present(stored ?? { ...DEFAULT_SETTINGS, push_says: 'nothing' })
}

/** Changes what is named. The row is locked, so that of two changes at the same time both hold. */
export async function changeSettings(
  { db, now }: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  change: NotificationSettingsChange,
): Promise<NotificationSettings> {
  refuseWrong(change)
  const saved = await db.begin(async (tx) => {
    const stored = await lockSettings(tx, viewer.id, now())
    const merged = { ...stored, ...change, choices: mergeChoices(stored.choices, change.choices) }
    await saveSettings(tx, viewer.id, merged, now())
    return merged
  })
  return present(saved)
}

function refuseWrong({ choices = {}, quiet_hours, time_zone }: NotificationSettingsChange): void {
  for (const topic of NOTICE_TOPICS) {
    for (const channel of CHANNELS) {
      if (TOPIC_DEFAULTS[topic][channel] === 'locked' && choices[topic]?.[channel] === false)
        throw invalid(`choices.${topic}.${channel}`, 'This cannot be switched off')
    }
  }
  if (quiet_hours && quiet_hours.from === quiet_hours.until)
    throw invalid('quiet_hours', 'Quiet hours end at another time than they begin')
  if (time_zone !== undefined && !isTimeZone(time_zone)) throw invalid('time_zone', 'This is not a time zone')
}

/** What differs from the defaults, after the change. */
function mergeChoices(
  stored: StoredSettings['choices'],
  change: NotificationSettingsChange['choices'] = {},
): StoredSettings['choices'] {
  const merged: StoredSettings['choices'] = {}
  for (const topic of NOTICE_TOPICS) {
    const chosen = { ...stored[topic], ...change[topic] }
    const deviations = CHANNELS.flatMap((channel) => {
      const value = chosen[channel]
      const standard = TOPIC_DEFAULTS[topic][channel]
      return value === undefined || standard === 'locked' || value === (standard === 'on') ? [] : [[channel, value]]
    })
    if (deviations.length > 0) merged[topic] = Object.fromEntries(deviations)
  }
  return merged
}

function present({ choices, ...settings }: StoredSettings): NotificationSettings {
  const channelsOf = (topic: (typeof NOTICE_TOPICS)[number]) =>
    Object.fromEntries(CHANNELS.map((channel) => [channel, isChosen(choices, topic, channel)]))
  const all = Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, channelsOf(topic)]))
  return { ...settings, choices: all as NotificationSettings['choices'] }
}
