import { Hourglass } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

/** A page whose address is known before its content is. */
export function OpensSoon({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <Page title={title}>
      <EmptyState icon={<Hourglass />} title={t('soon.title')} text={t('soon.text')} />
    </Page>
  )
}
