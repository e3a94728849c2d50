import { CircleUserRound } from 'lucide-react'
import { Navigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const { username } = useParams()
  if (!username) return <Navigate to={paths.home_alias} replace />
  return (
    <Page title={t('profile.not_found')} isTitleHidden>
      <EmptyState
        icon={<CircleUserRound />}
        title={t('profile.not_found')}
        text={t('profile.not_found_text', { username })}
        action={
          <ButtonLink to={paths.home} variant="secondary" size="sm">
            {t('profile.home')}
          </ButtonLink>
        }
      />
    </Page>
  )
}
