import { useTranslation } from '#web/lib/i18n.ts'
import { OpensSoon } from './opens-soon.tsx'

export function PricingPage() {
  const { t } = useTranslation()
  return <OpensSoon title={t('pricing.title')} />
}
