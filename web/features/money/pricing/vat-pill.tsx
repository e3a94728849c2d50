import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'

export function VatPill({ percent }: { percent: number }) {
  const { t } = useTranslation()
  return <Pill>{percent === 0 ? t('money.pricing.no_vat') : t('money.pricing.vat_percent', { percent })}</Pill>
}
