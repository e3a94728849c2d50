import { UNREAD_BADGE_MAX } from '#contract/conversations.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useReportsQuery } from './queries.ts'
import { totalOf } from './report-lists.ts'

/** The counter for screen readers, as a part of the link's name. Empty at zero. */
export function OpenReportsText({ count }: { count: number }) {
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

/** The number of posts with open reports; 0 while it is loading. */
export function useOpenReports(): number {
  return totalOf(useReportsQuery('open').data)
}
