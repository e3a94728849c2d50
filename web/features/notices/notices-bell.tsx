import { Bell } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Counter } from '#web/ui/badge.tsx'
import { useUnreadNotices } from './notices-unread.ts'
import { NoticeCountWords } from './notices-words.tsx'

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
