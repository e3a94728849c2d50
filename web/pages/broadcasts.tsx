import { useUser } from '#web/features/accounts/queries.ts'
import { BroadcastList } from '#web/features/broadcasts/broadcast-list.tsx'
import { WriteToMany } from '#web/features/broadcasts/write-to-many.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'

/** A creator writes to many subscribers at once, and sees how far it is. */
export function BroadcastsPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return (
    <Page title={t('broadcasts.title')}>
      <WriteToMany user={viewer.user} />
      <BroadcastList />
    </Page>
  )
}
