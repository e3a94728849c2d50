import { Wallet } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

export function RevenuesPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('revenues.title')}>
      <EmptyState icon={<Wallet />} title={t('revenues.empty')} text={t('revenues.empty_text')} />
    </Page>
  )
}
