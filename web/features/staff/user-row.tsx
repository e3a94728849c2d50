import { BadgeCheck, Check, DoorClosed, Snowflake, Sun, Ticket, TicketX } from 'lucide-react'
import { Fragment } from 'react'
import { generatePath, Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { AdminUser } from '#contract/staff.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { CreatorPill, RolePill } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { CELL, WIDE_ONLY, WIDEST_ONLY } from './users-frame.tsx'

export interface UserRowProps {
  user: AdminUser
  /** Below the fold: the picture is lazy. */
  isBelowFold: boolean
  /** Undefined if the viewer may not do this. */
  onGrant: (() => void) | undefined
  onRevoke: (() => void) | undefined
  onApprove: (() => void) | undefined
  onFreeze: (() => void) | undefined
  onUnfreeze: (() => void) | undefined
  onClose: (() => void) | undefined
}

const ACTIONS = [
  ['onGrant', 'grant', Ticket],
  ['onRevoke', 'revoke', TicketX],
  ['onApprove', 'approve', BadgeCheck],
  ['onUnfreeze', 'unfreeze', Sun],
  ['onFreeze', 'freeze', Snowflake],
  ['onClose', 'close', DoorClosed],
] as const

export function UserRow({ user, isBelowFold, ...actions }: UserRowProps) {
  const { t } = useTranslation()
  const entries = ACTIONS.flatMap(([action, label, Icon]) => {
    const onSelect = actions[action]
    const danger = label === 'close'
    return onSelect
      ? [{ label: t(`staff.users_page.${label}`), icon: <Icon aria-hidden="true" />, danger, onSelect }]
      : []
  })
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" tabIndex={-1} className={cx(CELL, 'ring-inside font-semibold')}>
        <span className="flex items-center gap-2 md:gap-3">
          <Avatar
            name={user.username}
            src={portraitUrl(user.profile_pic)}
            size={38}
            lazy={isBelowFold}
            className="max-phone-sm:hidden max-md:size-8.5"
          />
          <span className="min-w-0 leading-title wrap-anywhere">
            <Name user={user} />
            {user.erased_at && <ErasureDate erased_at={user.erased_at} />}
            {user.creator_approved_at && user.profile_id === null && (
              <ApprovalDate approved_at={user.creator_approved_at} />
            )}
            {user.frozen_at && <FreezeEnd frozen_until={user.frozen_until} />}
          </span>
        </span>
      </th>
      <td className={cx(CELL, WIDE_ONLY, 'text-soft wrap-anywhere')}>{user.email}</td>
      <td className={CELL}>
        <RolePill kind={user.role ?? 'lambda'} />
      </td>
      <td className={CELL}>{user.profile_id === null ? <No /> : <CreatorPill isShortOnPhones />}</td>
      <td className={cx(CELL, WIDEST_ONLY)}>{user.wish_to_become_creator ? <Yes /> : <No />}</td>
      <td className="pr-1 text-right align-middle md:pr-3.5">
        {entries.length > 0 && (
          <Menu label={t('staff.users_page.more_for', { name: user.username })} entries={entries} />
        )}
      </td>
    </tr>
  )
}

/** A link to the profile for creators whose account is not being deleted and not frozen. */
function Name({ user }: { user: AdminUser }) {
  const name = <BreakingName username={user.username} />
  if (user.profile_id === null || user.erased_at !== null || user.frozen_at !== null) return name
  return (
    <Link to={generatePath(paths.profile, { username: user.username })} className="hover:underline">
      {name}
    </Link>
  )
}

/** Allows line breaks after `_` and `-`, for names that do not fit on one line. */
function BreakingName({ username }: { username: string }) {
  return username.split(/(?<=[_-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name are never reordered
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

function ErasureDate({ erased_at }: { erased_at: string }) {
  const { t, language } = useTranslation()
  const date = dateText(erased_at, language, 'day')
  return <span className="block text-small font-normal text-mute">{t('staff.users_page.leaving', { date })}</span>
}

/** Approved as a creator, and no profile yet. */
function ApprovalDate({ approved_at }: { approved_at: string }) {
  const { t, language } = useTranslation()
  const date = dateText(approved_at, language, 'day')
  return <span className="block text-small font-normal text-mute">{t('staff.users_page.approved_on', { date })}</span>
}

function FreezeEnd({ frozen_until }: { frozen_until: string | null }) {
  const { t, language } = useTranslation()
  return (
    <span className="block text-small font-normal text-info">
      {frozen_until === null
        ? t('staff.users_page.frozen_forever')
        : t('staff.users_page.frozen', { date: dateText(frozen_until, language, 'moment') })}
    </span>
  )
}

function Yes() {
  const { t } = useTranslation()
  return (
    <span className="inline-flex items-center gap-1.5">
      <Check aria-hidden="true" className="size-4 text-ok" />
      {t('staff.users_page.yes')}
    </span>
  )
}

function No() {
  const { t } = useTranslation()
  return (
    <>
      <span aria-hidden="true" className="text-mute">
        –
      </span>
      <span className="sr-only">{t('staff.users_page.no')}</span>
    </>
  )
}
