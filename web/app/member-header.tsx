import { CirclePlus, Menu, MessageCircle, Search } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { useUpdatePreferencesMutation } from '#web/features/accounts/queries.ts'
import { useOpenedConversation } from '#web/features/conversations/inbox/inbox-address.ts'
import { UnreadText, useUnread } from '#web/features/conversations/inbox/inbox-unread.tsx'
import { NoticesBell } from '#web/features/notices/notices-bell.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Counter } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { CreateMenu } from './create.tsx'
import { HeaderLink } from './header-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { useMessagesPath } from './messages-path.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useHomePress } from './use-home-press.ts'

interface MemberHeaderProps {
  user: User
  isMenuOpen: boolean
  onMenu: () => void
}

/** On phones the tab bar has the links and the menu, and a thread hides this header, in both orientations. */
export function MemberHeader({ user, isMenuOpen, onMenu }: MemberHeaderProps) {
  const { t } = useTranslation()
  const updatePreferences = useUpdatePreferencesMutation()
  const isThread = useOpenedConversation() !== null
  const pressHome = useHomePress()
  const isCreator = user.profile_id !== null
  return (
    <header
      className={cx(
        'page-header sticky top-0 low:static z-header flex h-15 items-center gap-1 border-b border-line bg-paper pr-2 pl-5 md:h-18 md:px-6 lg:px-10',
        isThread && 'max-md:hidden low:max-lg:hidden',
      )}
    >
      <div className="page-header-group flex flex-1">
        <Link
          to={paths.home}
          aria-label={t('frame.to_home')}
          onClick={pressHome}
          className="page-header-link flex rounded-sm"
        >
          {/* On the narrowest phones, and between phones and desktops, there is room only for the mark. */}
          <Logo className="max-phone-xs:[&>span]:hidden md:max-tablet:[&>span]:hidden" />
        </Link>
      </div>
      <nav
        aria-label={t('frame.main_nav')}
        className={cx('hidden md:flex lg:gap-1.5', isCreator ? 'max-lg:[&>a]:px-1.75' : 'max-lg:[&>a]:px-2.5')}
      >
        <HeaderLink to={paths.home} onClick={pressHome}>
          {t('frame.home')}
        </HeaderLink>
        <HeaderLink to={paths.subscriptions} end={false}>
          {t('frame.subscriptions')}
        </HeaderLink>
        <HeaderLink to={paths.conversations} end={false}>
          {t('frame.your_messages')}
        </HeaderLink>
      </nav>
      <div className="page-header-group flex flex-1 items-center justify-end lg:gap-1">
        <LanguageSwitch className="page-header-link" />
        <ThemeSwitch onChoose={(theme) => updatePreferences.mutate({ theme })} />
        <Link
          to={paths.find}
          className="page-header-link grid size-11 flex-none place-items-center rounded-full transition-colors hover:bg-sunken"
        >
          <Search aria-hidden="true" className="size-icon-xl stroke-icon" />
          <span className="sr-only">{t('menu.find')}</span>
        </Link>
        {isCreator && (
          <CreateMenu user={user}>
            {(trigger, label) => (
              <IconButton {...trigger} label={label} className="page-header-link max-md:hidden">
                <CirclePlus aria-hidden="true" />
              </IconButton>
            )}
          </CreateMenu>
        )}
        <MessagesLink />
        <NoticesBell />
        <button
          type="button"
          aria-label={t('frame.menu')}
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={onMenu}
          className={cx(
            'ml-1 hidden min-h-12 cursor-pointer items-center gap-2 rounded-pill border border-line pr-1.5 pl-3.5 transition-colors hover:bg-sunken md:inline-flex lg:ml-3',
            // Between phones and desktops there is no room for everything that creators have.
            isCreator && 'md:max-tablet:pl-1.5 md:max-tablet:[&>svg]:hidden',
          )}
        >
          <Menu aria-hidden="true" className="size-icon-lg stroke-icon" />
          <Avatar name={user.username} src={portraitUrl(user.profile_pic)} size={36} />
        </button>
      </div>
    </header>
  )
}

/** Shows the number of unread conversations in both lists. */
function MessagesLink() {
  const { t } = useTranslation()
  const unread = useUnread('own') + useUnread('received')
  const path = useMessagesPath()
  return (
    <Link
      to={path}
      className="page-header-link relative ml-1 hidden size-11 flex-none place-items-center rounded-full transition-colors hover:bg-sunken md:grid"
    >
      <MessageCircle aria-hidden="true" className="size-icon-xl stroke-icon" />
      <span className="sr-only">{t('frame.messages')}</span>
      <Counter count={unread} place="corner" />
      <UnreadText count={unread} />
    </Link>
  )
}
