import { Image } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

export function HomePage() {
  const { t } = useTranslation()
  return (
    <Page title={t('home.title')} isTitleHidden>
      <EmptyState icon={<Image />} title={t('home.empty')} text={t('home.empty_text')} />
    </Page>
  )
}
