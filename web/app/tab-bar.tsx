import { House, type LucideIcon, Menu, MessageCircle, Ticket } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'

const TAB =
  'ring-inside flex cursor-pointer flex-col items-center justify-center gap-[3px] rounded-md text-[0.78125rem] leading-[1.1] font-medium text-mute aria-[current=page]:font-semibold aria-[current=page]:text-garnet-ink [&>svg]:size-[22px] [&>svg]:stroke-[1.7]'

/** The pages and the menu, where the thumb is: on phones only. */
export function TabBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('frame.main_nav')}
      data-tab-bar
      className="fixed inset-x-0 bottom-0 z-tab-bar grid h-[calc(66px+max(12px,env(safe-area-inset-bottom,0px)))] grid-cols-4 border-t border-line bg-surface px-2 pt-1.5 pb-[max(12px,env(safe-area-inset-bottom,0px))] md:hidden"
    >
      <Tab to={paths.home} icon={House} label={t('frame.home')} />
      <Tab to={paths.subscriptions} icon={Ticket} label={t('frame.subscriptions')} />
      <Tab to={paths.conversations} icon={MessageCircle} label={t('frame.messages')} />
      <button type="button" aria-haspopup="dialog" aria-expanded={isMenuOpen} onClick={onMenu} className={TAB}>
        <Menu aria-hidden="true" />
        {t('frame.menu')}
      </button>
    </nav>
  )
}

function Tab({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <NavLink to={to} end className={TAB}>
      <Icon aria-hidden="true" />
      {label}
    </NavLink>
  )
}
