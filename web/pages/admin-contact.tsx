import { ContactInbox } from '#web/features/contact/contact-inbox.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminsOnlyPage } from './admin-page.tsx'

export function AdminContactPage() {
  const { t } = useTranslation()
  return (
    <AdminsOnlyPage title={t('contact.inbox.title')}>
      <ContactInbox />
    </AdminsOnlyPage>
  )
}
