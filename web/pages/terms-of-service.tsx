import { useTranslation } from '#web/lib/i18n.ts'
import { OpensSoon } from './opens-soon.tsx'

export function TermsOfServicePage() {
  const { t } = useTranslation()
  return <OpensSoon title={t('soon.terms_of_service')} />
}
