import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { type AdminUser, USER_KINDS } from '#contract/staff.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { useUsersQuery } from './queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { type UserKind, useUsersAddress } from './users-address.ts'
import { UsersList } from './users-list.tsx'

/** A literal value of the specification. */
const ADMIN_USERS_SHOWN = 250

/** The list of users with filter and search. Staff freeze accounts; admins also close them, grant subscriptions and approve creators. */
export function UsersPanel({ viewer_id, isAdmin }: { viewer_id: string; isAdmin: boolean }) {
  const { t } = useTranslation()
  const { filter, chooseKind, toggleWish, writeSearch } = useUsersAddress()
  const list = useUsersQuery(filter)
  const [dialog, setDialog] = useState<'grant' | 'revoke' | null>(null)
  const [fan, setFan] = useState('')
  const [sanction, setSanction] = useState<'freeze' | 'close' | null>(null)
  const [person, setPerson] = useState({ id: '', username: '' })

  function grantTo(username: string) {
    setFan(username)
    setDialog('grant')
  }

  function revokeFrom(username: string) {
    setFan(username)
    setDialog('revoke')
  }

  function decide(kind: 'freeze' | 'close', user: AdminUser) {
    setPerson(user)
    setSanction(kind)
  }

  /** Nobody decides about themselves, or about staff of the same role or a higher one. */
  function mayFreeze({ id, role }: AdminUser): boolean {
    return id !== viewer_id && (role === null || (isAdmin && role === 'moderator'))
  }

  return (
    <>
      <div className="mb-4 flex flex-col justify-between md:mb-5 gap-x-6 gap-y-3 md:flex-row md:items-center">
        <div className="flex flex-wrap gap-2">
          <KindFilter kind={filter.kind} onChoose={chooseKind} />
          <Button
            size="sm"
            variant={filter.wish ? 'primary' : 'secondary'}
            aria-pressed={filter.wish}
            onClick={toggleWish}
          >
            {t('staff.users_page.wish')}
          </Button>
        </div>
        <Counts total={list.total} />
      </div>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <SearchField
          label={t('staff.users_page.search')}
          clearLabel={t('staff.users_page.clear_search')}
          search={filter.search}
          onSearch={writeSearch}
        />
        {isAdmin && (
          <Button
            variant="secondary"
            icon={<Ticket aria-hidden="true" />}
            className="max-md:w-full"
            onClick={() => grantTo('')}
          >
            {t('staff.users_page.grant')}
          </Button>
        )}
      </div>
      <UsersList
        list={list}
        filter={filter}
        onGrant={isAdmin ? grantTo : undefined}
        onRevoke={isAdmin ? revokeFrom : undefined}
        onFreeze={(user) => decide('freeze', user)}
        onClose={isAdmin ? (user) => decide('close', user) : undefined}
        mayFreeze={mayFreeze}
      />
      {isAdmin && (
        <>
          <GrantDialog fan={fan} open={dialog === 'grant'} onClose={() => setDialog(null)} />
          <RevokeDialog fan={fan} open={dialog === 'revoke'} onClose={() => setDialog(null)} />
          <CloseDialog user={person} open={sanction === 'close'} onClose={() => setSanction(null)} />
        </>
      )}
      <FreezeDialog user={person} isAdmin={isAdmin} open={sanction === 'freeze'} onClose={() => setSanction(null)} />
    </>
  )
}

/** The fixed number of the specification, and next to it the real one. */
function Counts({ total }: { total: number | null }) {
  const { t, language } = useTranslation()
  return (
    <div className="flex flex-none flex-wrap items-baseline gap-x-3">
      <p>
        <span className="num text-3xl leading-none">{ADMIN_USERS_SHOWN.toLocaleString(language)}</span>{' '}
        <span className="text-mute">{t('staff.users_page.shown')}</span>
      </p>
      <p role="status" className="text-small text-mute">
        {total !== null && t('staff.users_page.listed', { count: total })}
      </p>
    </div>
  )
}

interface KindFilterProps {
  kind: UserKind | null
  onChoose: (kind: UserKind | null) => void
}

/** Filter by kind of user. */
function KindFilter({ kind, onChoose }: KindFilterProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('staff.users_page.kinds')}</legend>
      {[null, ...USER_KINDS].map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === kind ? 'primary' : 'secondary'}
          aria-pressed={each === kind}
          onClick={() => each !== kind && onChoose(each)}
        >
          {t(`staff.users_page.kind_${each ?? 'all'}`)}
        </Button>
      ))}
    </fieldset>
  )
}
