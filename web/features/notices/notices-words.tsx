import { UNREAD_BADGE_MAX } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

/** What the counter says to those who do not see it; nothing at zero. It belongs inside the name of a link. */
export function NoticeCountWords({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count <= 0) return null
  const words =
    count > UNREAD_BADGE_MAX
      ? t('menu.unread_notices_more', { max: UNREAD_BADGE_MAX })
      : t('menu.unread_notices', { count })
  return <span className="sr-only"> {words}</span>
}
