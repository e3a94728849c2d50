import { CreatorSearch } from '#web/features/creators/creator-search.tsx'
import { useCreatorsAddress } from '#web/features/creators/creators-address.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'

export function FindPage() {
  const { t } = useTranslation()
  const { search } = useCreatorsAddress()
  return (
    <Page
      title={t('creators.title')}
      tabTitle={search === '' ? t('creators.title') : t('creators.title_of', { search })}
    >
      <CreatorSearch />
    </Page>
  )
}
