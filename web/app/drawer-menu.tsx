import {
  Bell,
  CalendarDays,
  ChartColumn,
  CircleUserRound,
  Flag,
  LogOut,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessagesSquare,
  Search,
  Settings,
  Ticket,
  TrendingUp,
  Users,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { generatePath, NavLink } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { CREATOR_SETTINGS } from '#contract/settings-sections.ts'
import { useSignOutMutation } from '#web/features/accounts/sign-out.ts'
import { UnreadText, useUnread } from '#web/features/conversations/inbox/inbox-unread.tsx'
import { NoticeCountText, useUnreadNotices } from '#web/features/notices/notices-bell.tsx'
import { OpenReportsText, useOpenReports } from '#web/features/reports/open-reports.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Counter } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { SmallPrint } from '#web/ui/small-print.tsx'
import { isStaff } from './guard.tsx'

export interface DrawerMenuProps {
  user: User
  open: boolean
  onClose: () => void
}

/** The side menu, whose entries depend on the member. It imports Base UI, so member-parts.tsx loads it lazily. */
export function DrawerMenu({ user, open, onClose }: DrawerMenuProps) {
  const { t } = useTranslation()
  const unread = { own: useUnread('own'), received: useUnread('received'), notices: useUnreadNotices() }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      label={t('menu.title')}
      header={<Owner user={user} />}
      footer={<Logout onClose={onClose} />}
    >
      {/* A press on any entry closes the menu. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key clicks too */}
      <div onClick={onClose}>
        {isStaff(user) && <StaffGroup />}
        {user.staff_door && <Entry to={paths.staff_door} icon={Users} label={t('menu.admin_panel')} />}
        <Group title={t('menu.your_account')}>
          <Entry to={paths.settings} icon={Settings} label={t('menu.settings')} />
          <Entry to={paths.subscriptions} icon={Ticket} label={t('menu.subscriptions')} />
          <Entry to={paths.conversations} icon={MessageCircle} label={t('menu.your_messages')} unread={unread.own} />
          <Entry
            to={paths.notices}
            icon={Bell}
            label={t('menu.notices')}
            unread={unread.notices}
            words={NoticeCountText}
          />
          <Entry to={paths.find} icon={Search} label={t('menu.find')} />
          {user.profile_id === null && <EnrollCard />}
          <Entry to={paths.contact_us} icon={Mail} label={t('menu.contact_us')} />
        </Group>
        {user.profile_id !== null && (
          <Group title={t('menu.creator')}>
            <Entry
              to={generatePath(paths.profile, { username: user.username })}
              icon={CircleUserRound}
              label={t('menu.profile')}
            />
            <Entry to={paths.revenues} icon={Wallet} label={t('menu.revenues')} />
            <Entry
              to={paths.conversations_received}
              icon={MessagesSquare}
              label={t('menu.fan_messages')}
              unread={unread.received}
            />
            <Entry to={paths.subscribers} icon={UsersRound} label={t('menu.subscribers')} />
            <Entry to={paths.programme} icon={CalendarDays} label={t('menu.programme')} />
            <Entry to={paths.insights} icon={TrendingUp} label={t('menu.insights')} />
          </Group>
        )}
        <SmallPrint className="mx-7 mt-4 border-t border-line pt-2" />
      </div>
    </Drawer>
  )
}

function Owner({ user }: { user: User }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={user.username} src={portraitUrl(user.profile_pic)} size={48} />
      <div className="min-w-0 leading-title">
        <p className="truncate font-semibold">{user.username}</p>
        <p className="truncate text-small text-mute">{user.email}</p>
      </div>
    </div>
  )
}

/** A component of its own, because only staff may fetch the number of open reports. */
function StaffGroup() {
  const { t } = useTranslation()
  return (
    <Group title={t('menu.admin_panel')}>
      <Entry to={paths.admin_users} icon={Users} label={t('menu.users')} />
      <Entry
        to={paths.admin_reports}
        icon={Flag}
        label={t('menu.reports')}
        unread={useOpenReports()}
        words={OpenReportsText}
      />
      <Entry to={paths.admin_numbers} icon={ChartColumn} label={t('menu.analytics')} />
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="cue px-7 pt-4 pb-0.5 text-large">{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

const ENTRY =
  'ring-inside flex min-h-11.5 w-full cursor-pointer items-center gap-3.5 px-7 text-left font-medium transition-colors hover:bg-sunken aria-[current=page]:bg-garnet-wash aria-[current=page]:font-semibold [&>svg]:size-5 [&>svg]:flex-none [&>svg]:stroke-icon [&>svg]:text-mute aria-[current=page]:[&>svg]:text-garnet-ink'

interface EntryProps {
  to: string
  icon: LucideIcon
  label: string
  /** The number in the counter. */
  unread?: number
  /** Says for screen readers what is counted; unread messages by default. */
  words?: ComponentType<{ count: number }>
}

function Entry({ to, icon: Icon, label, unread = 0, words: CountText = UnreadText }: EntryProps) {
  return (
    <li>
      <NavLink to={to} end className={ENTRY}>
        <Icon aria-hidden="true" />
        {label}
        <Counter count={unread} className="ml-auto" />
        <CountText count={unread} />
      </NavLink>
    </li>
  )
}

function EnrollCard() {
  const { t } = useTranslation()
  return (
    <li className="mx-5 my-2 rounded-card bg-garnet-wash p-5">
      <p className="t3">{t('menu.enroll_title')}</p>
      <p className="mt-1 mb-3.5 text-small text-soft">{t('menu.enroll_text')}</p>
      <ButtonLink to={CREATOR_SETTINGS} size="sm" wide>
        {t('menu.enroll')}
      </ButtonLink>
    </li>
  )
}

function Logout({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const signOut = useSignOutMutation()
  return (
    <button
      type="button"
      className={ENTRY}
      disabled={signOut.isPending}
      onClick={() => signOut.mutate(undefined, { onSettled: onClose })}
    >
      <LogOut aria-hidden="true" />
      {t('menu.logout')}
    </button>
  )
}
