import { UNREAD_BADGE_MAX } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

/** What the counter says to those who do not see it; nothing at zero. It belongs inside the name of a link. */
export function OpenReportsWords({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count <= 0) return null
  const isMany = count > UNREAD_BADGE_MAX
  return (
    <span className="sr-only">
      {' '}
      {isMany ? t('menu.reports_wait_more', { max: UNREAD_BADGE_MAX }) : t('menu.reports_wait', { count })}
    </span>
  )
}
