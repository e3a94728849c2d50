import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { TabLinks } from '#web/ui/tabs.tsx'

/** The tabs between the tickets and the receipts, where tickets are sold. */
export function SubscriptionTabs({ current, className }: { current: 'tickets' | 'receipts'; className?: string }) {
  const { t } = useTranslation()
  return (
    <TabLinks
      label={t('subscriptions.sections')}
      className={cx('-mt-2 mb-7.5 md:-mt-4', className)}
      links={[
        { to: paths.subscriptions, label: t('subscriptions.tickets'), isCurrent: current === 'tickets' },
        { to: paths.receipts, label: t('subscriptions.receipts'), isCurrent: current === 'receipts' },
      ]}
    />
  )
}
