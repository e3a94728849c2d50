import { Megaphone } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { SubscriberList } from '#web/features/subscribers/subscriber-list.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from './page.tsx'

/** Who subscribes to a creator. */
export function SubscribersPage() {
  const { t } = useTranslation()
  return (
    <Page
      title={t('broadcasts.subscribers.title')}
      beside={
        <ButtonLink to={paths.broadcasts} variant="secondary" size="sm" icon={<Megaphone aria-hidden="true" />}>
          {t('broadcasts.subscribers.mass_message')}
        </ButtonLink>
      }
    >
      <SubscriberList />
    </Page>
  )
}
