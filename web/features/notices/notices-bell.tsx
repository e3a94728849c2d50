import { Bell } from 'lucide-react'
import { NavLink } from 'react-router'
import { UNREAD_BADGE_MAX } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Counter } from '#web/ui/badge.tsx'
import { useUnreadNotices } from './notices-unread.ts'

/** Leads to the notices and counts those that are new. */
export function NoticesBell() {
  const { t } = useTranslation()
  const unread = useUnreadNotices()
  return (
    <NavLink
      to={paths.notices}
      className="relative grid size-11 flex-none place-items-center rounded-full transition-colors hover:bg-sunken aria-[current=page]:text-garnet-ink"
    >
      <Bell aria-hidden="true" className="size-[21px] stroke-[1.7]" />
      <span className="sr-only">{t('menu.notices')}</span>
      <Counter count={unread} place="corner" />
      <NoticeCountWords count={unread} />
    </NavLink>
  )
}

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
