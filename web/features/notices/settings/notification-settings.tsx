import type { ReactNode } from 'react'
import type { NotificationSettingsChange, NotificationSettings as Settings } from '#contract/notices.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ChannelTable } from './channel-table.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { choice } from './settings-change.ts'
import { useNotificationSettingsMutation, useNotificationSettingsQuery } from './settings-queries.ts'

interface NotificationSettingsProps {
  isCreator: boolean
  /** The state of push on this device. */
  push: ReactNode
}

/** What a member is told of, where and when. Every choice is saved at once. */
export function NotificationSettings({ isCreator, push }: NotificationSettingsProps) {
  const { t } = useTranslation()
  const { data, isFetching, refetch, isError } = useNotificationSettingsQuery()
  const { shown, mutate } = useNotificationSettingsMutation(data)
  return (
    <>
      <SettingsSection title={t('notices.settings.what')} text={t('notices.settings.what_text')} aside={push}>
        {shown ? (
          <ChannelTable
            choices={shown.choices}
            isCreator={isCreator}
            onChoose={(topic, channel, isOn) => mutate(choice(topic, channel, isOn))}
          />
        ) : isError ? (
          <LoadFailure
            title={t('notices.settings.failed')}
            retry={t('notices.settings.try_again')}
            onRetry={refetch}
            isRetrying={isFetching}
            heading="h3"
          />
        ) : (
          <TableSkeleton />
        )}
      </SettingsSection>
      {shown && <OtherSections settings={shown} onChange={(change) => mutate(change)} />}
    </>
  )
}

interface OtherSectionsProps {
  settings: Settings
  onChange: (change: NotificationSettingsChange) => void
}

function OtherSections({ settings, onChange }: OtherSectionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SettingsSection title={t('notices.settings.mails')} text={t('notices.settings.mails_text')}>
        <RadioRows
          legend={t('notices.settings.mails')}
          name="mails"
          value={settings.mails}
          onChange={(mails) => onChange({ mails })}
          rows={[
            { value: 'at_once', label: <Words of="at_once" /> },
            { value: 'daily', label: <Words of="daily" /> },
          ]}
        />
      </SettingsSection>
      <SettingsSection title={t('notices.settings.quiet')} text={t('notices.settings.quiet_text')}>
        <QuietHours settings={settings} onChange={onChange} />
      </SettingsSection>
      <SettingsSection title={t('notices.settings.push_says')} text={t('notices.settings.push_says_text')}>
        <RadioRows
          legend={t('notices.settings.push_says')}
          name="push_says"
          value={settings.push_says}
          onChange={(push_says) => onChange({ push_says })}
          rows={[
            { value: 'nothing', label: <Words of="says_nothing" /> },
            { value: 'name', label: <Words of="says_name" /> },
          ]}
        />
      </SettingsSection>
    </>
  )
}

/** An option and, smaller, what it means. */
function Words({ of: name }: { of: 'at_once' | 'daily' | 'says_nothing' | 'says_name' }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="block">{t(`notices.settings.${name}`)}</span>
      <span className="block text-small font-normal text-mute">{t(`notices.settings.${name}_hint`)}</span>
    </>
  )
}

function TableSkeleton() {
  return (
    <Loading className="flex flex-col gap-7 pt-10">
      {['w-2/5', 'w-1/3', 'w-1/2', 'w-2/5', 'w-3/5', 'w-1/3'].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <Skeleton key={row} shape="line" className={width} />
      ))}
    </Loading>
  )
}
