import { FeatureList } from '#web/features/landing/feature-list.tsx'
import { Hero } from '#web/features/landing/hero.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function DiscoverPage() {
  const { t } = useTranslation()
  usePageTitle(t('landing.title'))
  return (
    <>
      <Hero />
      <FeatureList />
    </>
  )
}
