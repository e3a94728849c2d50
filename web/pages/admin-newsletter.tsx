import { NewsletterList } from '#web/features/newsletter/newsletter-list.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminsOnlyPage } from './admin-page.tsx'

export function AdminNewsletterPage() {
  const { t } = useTranslation()
  return (
    <AdminsOnlyPage title={t('newsletter.list.title')}>
      <NewsletterList />
    </AdminsOnlyPage>
  )
}
