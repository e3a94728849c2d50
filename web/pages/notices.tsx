import { useUser } from '#web/features/accounts/queries.ts'
import { NoticeList } from '#web/features/notices/notice-list.tsx'
import { PushInvitation } from '#web/features/push/push-invitation.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function NoticesPage() {
  const { t } = useTranslation()
  usePageTitle(t('notices.title'))
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  const { id } = viewer.user
  return (
    <div className="w-full flex-1 px-4 pt-7 pb-14 md:px-8 md:pt-10">
      <div className="mx-auto max-w-column">
        <NoticeList user_id={id} invitation={<PushInvitation user_id={id} />} />
      </div>
    </div>
  )
}
