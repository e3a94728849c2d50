import { useUser } from '#web/features/accounts/queries.ts'
import { FactorSettings } from '#web/features/second-factors/factor-settings.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { SettingsPages } from './settings-page.tsx'

/** The second factors of the member. */
export function SettingsSignInPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return (
    <SettingsPages tabTitle={t('second_factors.title')}>
      <FactorSettings email={viewer.user.email} />
    </SettingsPages>
  )
}
