import type { NotificationSettings, NotificationSettingsChange } from '#contract/notices.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'

/** What somebody has chosen. */
export interface StoredSettings extends Omit<NotificationSettings, 'choices'> {
  /** Only what differs from the defaults. */
  choices: NonNullable<NotificationSettingsChange['choices']>
}

interface SettingsRow extends Omit<StoredSettings, 'quiet_hours'> {
  user_id: string
  quiet_from: string | null
  quiet_until: string | null
}

/** The settings of those who have chosen something, by user. */
export async function listSettingsOf(db: Queryable, user_ids: readonly string[]): Promise<Map<string, StoredSettings>> {
  const rows = await db<SettingsRow[]>`
    select user_id, choices, mails, quiet_from, quiet_until, time_zone, push_says
    from notification_settings where user_id = any(${user_ids})`
  return new Map(rows.map((row) => [row.user_id, settingsOf(row)]))
}

function settingsOf({ choices, mails, quiet_from, quiet_until, time_zone, push_says }: SettingsRow): StoredSettings {
  const quiet_hours = quiet_from !== null && quiet_until !== null ? { from: quiet_from, until: quiet_until } : null
  return { choices, mails, quiet_hours, time_zone, push_says }
}

/** Locks the settings of somebody until the transaction ends, so that concurrent changes follow each other. */
export async function lockSettings(db: Tx, user_id: string, now: Date): Promise<StoredSettings> {
  // Of somebody who has chosen nothing there is no row to lock yet.
  await db`insert into notification_settings (user_id, updated_at) values (${user_id}, ${now}) on conflict do nothing`
  const [row] = await db<SettingsRow[]>`
    select user_id, choices, mails, quiet_from, quiet_until, time_zone, push_says
    from notification_settings where user_id = ${user_id} for update`
  if (!row) throw new Error('settings that were just inserted are not there')
  return settingsOf(row)
}

export async function saveSettings(db: Tx, user_id: string, settings: StoredSettings, now: Date): Promise<void> {
  const { choices, mails, quiet_hours, time_zone, push_says } = settings
  await db`
    update notification_settings set choices = ${db.json(choices)}, mails = ${mails}, time_zone = ${time_zone},
      quiet_from = ${quiet_hours?.from ?? null}, quiet_until = ${quiet_hours?.until ?? null},
      push_says = ${push_says}, updated_at = ${now}
    where user_id = ${user_id}`
}
