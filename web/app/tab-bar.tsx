import { CirclePlus, House, type LucideIcon, Menu, MessageCircle, Ticket } from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { Link, matchPath, NavLink, useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { useOpenedConversation } from '#web/features/conversations/inbox/inbox-address.ts'
import { UnreadText, useUnread } from '#web/features/conversations/inbox/inbox-unread.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Counter } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { CreateMenu } from './create.tsx'
import { useMessagesPath } from './messages-path.ts'
import { useHomePress } from './use-home-press.ts'

const TAB =
  'ring-inside relative flex min-w-11 cursor-pointer flex-col items-center justify-center gap-0.75 rounded-md text-micro leading-figure font-medium text-mute aria-[current]:font-semibold aria-[current]:text-garnet-ink [&>svg]:size-icon-2xl [&>svg]:stroke-icon'

/** Pages that only the menu links to: the menu is marked as current there. */
const MENU_PATHS = [
  `${paths.settings}/*`,
  paths.notices,
  paths.find,
  paths.contact_us,
  `${paths.revenues}/*`,
  '/admin/*',
]

interface TabBarProps {
  user: User
  isMenuOpen: boolean
  onMenu: () => void
}

/** Bottom navigation, on phones only. A thread hides it. */
export function TabBar({ user, isMenuOpen, onMenu }: TabBarProps) {
  const { t } = useTranslation()
  const unread = useUnread('own') + useUnread('received')
  const messages = useMessagesPath()
  const { pathname } = useLocation()
  const pressHome = useHomePress()
  if (useOpenedConversation() !== null) return null
  const isCreator = user.profile_id !== null
  const isOfMenu = MENU_PATHS.some((path) => matchPath(path, pathname) !== null)
  return (
    <nav
      aria-label={t('frame.main_nav')}
      data-tab-bar
      className={cx(
        'fixed inset-x-0 bottom-0 z-tab-bar grid h-[calc(66px+max(12px,env(safe-area-inset-bottom,0px)))] border-t border-line bg-surface px-2 pt-1.5 pb-[max(12px,env(safe-area-inset-bottom,0px))] md:hidden',
        // Five entries fit on the narrowest phones only if each is as wide as its word.
        isCreator ? 'auto-cols-auto grid-flow-col justify-stretch' : 'grid-cols-4',
      )}
    >
      <Tab to={paths.home} icon={House} label={t('frame.home')} onClick={pressHome} />
      <Tab to={paths.subscriptions} icon={Ticket} label={t('frame.subscriptions')} />
      {isCreator && (
        <CreateMenu user={user}>
          {(trigger, label) => (
            <button {...trigger} type="button" className={TAB}>
              <CirclePlus aria-hidden="true" />
              {label}
            </button>
          )}
        </CreateMenu>
      )}
      <Tab
        to={messages}
        icon={MessageCircle}
        label={t('frame.messages')}
        unread={unread}
        isCurrent={matchPath(`${paths.conversations}/*`, pathname) !== null}
      />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        aria-current={isOfMenu || undefined}
        onClick={onMenu}
        className={TAB}
      >
        <Menu aria-hidden="true" />
        {t('frame.menu')}
      </button>
    </nav>
  )
}

interface TabProps {
  to: string
  icon: LucideIcon
  label: string
  /** The number of unread conversations. */
  unread?: number
  /** For a tab that can lead to one of several pages; otherwise the path decides. */
  isCurrent?: boolean
  onClick?: MouseEventHandler
}

function Tab({ to, icon: Icon, label, unread = 0, isCurrent, onClick }: TabProps) {
  const Element = isCurrent === undefined ? NavLink : Link
  return (
    <Element
      to={to}
      {...(isCurrent === undefined ? { end: to === paths.home } : isCurrent && { 'aria-current': 'page' as const })}
      onClick={onClick}
      className={TAB}
    >
      <Icon aria-hidden="true" />
      {label}
      <Counter count={unread} place="corner" className="-top-px! left-[calc(50%+2px)]! ring-surface!" />
      <UnreadText count={unread} />
    </Element>
  )
}
