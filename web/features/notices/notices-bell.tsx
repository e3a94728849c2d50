import { Bell } from 'lucide-react'
import { NavLink } from 'react-router'
import { UNREAD_BADGE_MAX } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useCachedValue } from '#web/lib/queries/use-cached-value.ts'
import { Counter } from '#web/ui/badge.tsx'
import type { NoticePages } from './notice-cache.ts'

/** Link to the notices, with the number of unread ones. */
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
      <NoticeCountText count={unread} />
    </NavLink>
  )
}

/**
 * The number of unread notices, or of those that are not about a conversation, from the query cache. It fetches nothing
 * itself.
 */
export function useUnreadNotices(which: 'unread' | 'apart' = 'unread'): number {
  return useCachedValue((client) => client.getQueryData<NoticePages>(queryKeys.notices)?.pages[0]?.[which] ?? 0)
}

/** The text of the unread badge for screen readers, as a part of the name of a link; nothing at zero. */
export function NoticeCountText({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count <= 0) return null
  const words =
    count > UNREAD_BADGE_MAX
      ? t('menu.unread_notices_more', { max: UNREAD_BADGE_MAX })
      : t('menu.unread_notices', { count })
  return <span className="sr-only"> {words}</span>
}
