import { useUser } from '#web/features/accounts/queries.ts'
import { MuteCreator } from '#web/features/blocks/mute-creator.tsx'
import { PeopleList } from '#web/features/blocks/people-list.tsx'
import { NotificationSettings } from '#web/features/notices/settings/notification-settings.tsx'
import { PushCard } from '#web/features/push/push-card.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { SettingsPages } from './settings-page.tsx'

/** What the member is told of, where and when, and whose posts and stories they do not hear of. */
export function SettingsNoticesPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  const { user } = viewer
  return (
    <SettingsPages tabTitle={t('notices.settings.title')}>
      <NotificationSettings isCreator={user.profile_id !== null} push={<PushCard user_id={user.id} />} />
      <SettingsSection title={t('notices.settings.muted')}>
        <PeopleList list="mutes" about={t('notices.settings.muted_hint')} />
        <div className="mt-2.5">
          <MuteCreator own_username={user.username} />
        </div>
      </SettingsSection>
    </SettingsPages>
  )
}
