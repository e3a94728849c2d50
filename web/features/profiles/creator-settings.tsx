import { useEffect, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { CREATOR_SETTINGS } from '#contract/settings-sections.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ProfileEditor } from './profile-editor.tsx'
import { useOwnProfileQuery } from './queries.ts'

/** The profile editor of a creator. Other members see an invitation, or the editor of a new profile. */
export function CreatorSettings({ user, isEnrolling }: { user: User; isEnrolling: boolean }) {
  const { t } = useTranslation()
  const { data: profile, error, errorUpdateCount, refetch, isFetching } = useOwnProfileQuery(user)

  // Errors from before this page was opened are not reported again.
  const [before] = useState(errorUpdateCount)

  useEffect(() => {
    if (errorUpdateCount > before) toast({ type: 'error', message: t('profiles.editor.load_failed') })
  }, [errorUpdateCount, before, t])

  if (user.profile_id === null) {
    return isEnrolling ? <ProfileEditor user={user} profile={null} /> : <Invitation />
  }
  if (profile) return <ProfileEditor user={user} profile={profile} />
  if (!error) return <EditorSkeleton />
  return (
    <LoadFailure
      heading="h3"
      title={t('profiles.editor.load_failed')}
      error={error}
      retry={t('profiles.editor.try_again')}
      onRetry={refetch}
      isRetrying={isFetching}
    />
  )
}

function Invitation() {
  const { t } = useTranslation()
  return (
    <div className="rounded-card bg-garnet-wash p-5 md:p-6">
      <h3 className="t3">{t('menu.enroll_title')}</h3>
      <p className="mt-1 mb-4 text-small text-soft">{t('menu.enroll_text')}</p>
      <ButtonLink to={CREATOR_SETTINGS} size="sm">
        {t('menu.enroll')}
      </ButtonLink>
    </div>
  )
}

function EditorSkeleton() {
  return (
    <Loading className="flex flex-col gap-6">
      <Skeleton shape="arch" className="w-21 [--a:.8]" />
      <Skeleton shape="box" className="h-30.5" />
      <div className="grid gap-3.5 md:grid-cols-3">
        {['day', 'week', 'month'].map((key) => (
          <Skeleton key={key} shape="box" className="h-12.5" />
        ))}
      </div>
    </Loading>
  )
}
