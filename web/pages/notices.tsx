import { useUser } from '#web/features/accounts/queries.ts'
import { NoticeList } from '#web/features/notices/notice-list.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'

export function NoticesPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  return (
    <Page title={t('notices.title')}>
      <div className="max-w-column">{viewer.status === 'member' && <NoticeList user_id={viewer.user.id} />}</div>
    </Page>
  )
}
