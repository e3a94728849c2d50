import { Check, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ROLES } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { StaffMember } from '#contract/staff.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { RolePill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { useRolesQuery } from './audit-queries.ts'
import { GiveRoleDialog } from './give-role-dialog.tsx'
import { useSetRoleMutation } from './role-queries.ts'
import { UsersSkeleton } from './users-frame.tsx'

const PANEL = 'overflow-hidden rounded-card border border-line bg-surface'

/** Who works here, and who may do what. Admins give roles and take them back; nobody changes their own. */
export function RolesPanel({ viewer_id, isAdmin }: { viewer_id: string; isAdmin: boolean }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useRolesQuery()
  const [isGiving, setGiving] = useState(false)
  const [taking, setTaking] = useState<StaffMember | null>(null)
  const [isTaking, setIsTaking] = useState(false)

  function take(member: StaffMember) {
    setTaking(member)
    setIsTaking(true)
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <section className={PANEL}>
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
          <h2 className="t2">{t('staff.roles_page.title')}</h2>
          {isAdmin && (
            <Button
              variant="secondary"
              size="sm"
              icon={<UserPlus aria-hidden="true" />}
              onClick={() => setGiving(true)}
            >
              {t('staff.roles_page.give')}
            </Button>
          )}
        </div>
        {data ? (
          <ul>
            {data.map((member) => (
              <StaffRow
                key={member.id}
                member={member}
                onTake={isAdmin && member.id !== viewer_id ? () => take(member) : undefined}
              />
            ))}
          </ul>
        ) : isError ? (
          <LoadFailure title={t('staff.roles_page.failed')} retry={t('staff.users_page.retry')} onRetry={refetch} />
        ) : (
          <UsersSkeleton />
        )}
      </section>
      <Duties />
      {isAdmin && (
        <>
          <GiveRoleDialog open={isGiving} onClose={() => setGiving(false)} />
          {taking && <TakeRoleDialog member={taking} open={isTaking} onClose={() => setIsTaking(false)} />}
        </>
      )}
    </div>
  )
}

function StaffRow({ member, onTake }: { member: StaffMember; onTake: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { username, profile_pic, role } = member
  return (
    <li className="flex items-center gap-3.5 border-b border-line px-5 py-3 last:border-b-0">
      <Avatar name={username} src={portraitUrl(profile_pic)} size={42} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold wrap-anywhere">
          {username} <RolePill kind={role} />
        </p>
        <p className="text-small text-mute">
          <Since member={member} />
        </p>
      </div>
      {onTake && (
        <Menu
          label={t('staff.users_page.more_for', { name: username })}
          entries={[{ label: t('staff.roles_page.take'), icon: <UserMinus aria-hidden="true" />, onSelect: onTake }]}
        />
      )}
    </li>
  )
}

/** Since when somebody has the role, and by whom. */
function Since({ member: { since, by } }: { member: StaffMember }) {
  const { t, language } = useTranslation()
  if (since === null) return t('staff.roles_page.since_opening')
  const date = dateText(since, language, 'day')
  return t('staff.roles_page.since', { date, name: by ?? t('staff.audit.house') })
}

interface TakeRoleDialogProps {
  member: StaffMember
  open: boolean
  onClose: () => void
}

function TakeRoleDialog({ member, open, onClose }: TakeRoleDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error, reset } = useSetRoleMutation({
    words: () => t('staff.roles_page.taken', { name: member.username }),
    onError: useToastAfterClose(open),
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('staff.roles_page.take_title', { name: member.username })}
      text={t('staff.roles_page.take_text')}
      words={{ keep: t('staff.users_page.cancel'), confirm: t('staff.roles_page.take_send') }}
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() => mutate({ id: member.id, username: member.username, role: null }, { onSuccess: onClose })}
    />
  )
}

/** Who may do what. The server decides it; this table only says so. */
const DUTIES = [
  ['see_users', true],
  ['see_reports', true],
  ['dismiss_reports', true],
  ['see_audit', true],
  ['delete_posts', false],
  ['grant', false],
  ['approve', false],
  ['read_visitors', false],
  ['give_roles', false],
] as const

function Duties() {
  const { t } = useTranslation()
  return (
    <section className={PANEL}>
      <h2 className="t2 px-5 pt-4 pb-2">{t('staff.roles_page.duties')}</h2>
      <table className="w-full text-ui leading-body">
        <caption className="sr-only">{t('staff.roles_page.duties')}</caption>
        <thead className="text-small text-mute">
          <tr className="border-b border-line">
            <td className="px-5 py-2" />
            {[...ROLES].reverse().map((role) => (
              <th key={role} scope="col" className="px-2 py-2 font-semibold last:pr-5">
                {t(`ui.role_${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DUTIES.map(([duty, isModerators]) => (
            <tr key={duty} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-5 py-2.5 text-left font-normal">
                {t(`staff.roles_page.duty_${duty}`)}
              </th>
              <Allowed isAllowed={isModerators} />
              <Allowed isAllowed />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Allowed({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useTranslation()
  return (
    <td className="px-2 py-2.5 text-center last:pr-5">
      {isAllowed ? <Check aria-hidden="true" className="mx-auto size-4 text-ok" /> : <span aria-hidden="true">–</span>}
      <span className="sr-only">{t(isAllowed ? 'staff.users_page.yes' : 'staff.users_page.no')}</span>
    </td>
  )
}
