import { useTranslation } from '#web/lib/i18n.ts'
import { OpensSoon } from './opens-soon.tsx'

export function PrivacyPolicyPage() {
  const { t } = useTranslation()
  return <OpensSoon title={t('soon.privacy_policy')} />
}
