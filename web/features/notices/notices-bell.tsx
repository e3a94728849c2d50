import { Bell } from 'lucide-react'
import { NavLink } from 'react-router'
import { UNREAD_BADGE_MAX } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useKnown } from '#web/lib/queries/use-known.ts'
import { Counter } from '#web/ui/badge.tsx'
import type { NoticePages } from './notice-cache.ts'

/** Leads to the notices and counts those that are new. */
export function NoticesBell() {
  const { t } = useTranslation()
  const unread = useUnreadNotices()
  return (
    <NavLink
      to={paths.notices}
      className="page-header-link relative mr-1.5 grid size-11 flex-none place-items-center rounded-full transition-colors hover:bg-sunken aria-[current=page]:text-garnet-ink md:mr-0"
    >
      <Bell aria-hidden="true" className="size-icon-xl stroke-icon" />
      <span className="sr-only">{t('menu.notices')}</span>
      <Counter count={unread} place="corner" />
      <NoticeCountWords count={unread} />
    </NavLink>
  )
}

/** How many notices wait to be read, as the last answer said. It asks for nothing itself. */
export function useUnreadNotices(): number {
  return useKnown((client) => client.getQueryData<NoticePages>(queryKeys.notices)?.pages[0]?.unread ?? 0)
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
