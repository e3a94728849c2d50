import { useTranslation } from '#web/lib/i18n.ts'
import { OpensSoon } from './opens-soon.tsx'

export function TermsOfServicePage() {
  const { t } = useTranslation()
  return <OpensSoon title={t('legal.terms_of_service.title')} />
}
