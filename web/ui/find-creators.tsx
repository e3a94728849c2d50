import { Search } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from './button.tsx'

/** Link to the search for creators, as the action of an `EmptyState`. */
export function FindCreators() {
  const { t } = useTranslation()
  return (
    <ButtonLink to={paths.find} variant="secondary" size="sm" icon={<Search aria-hidden="true" />}>
      {t('menu.find')}
    </ButtonLink>
  )
}
