import { Users } from 'lucide-react'
import { useRef } from 'react'
import type { AdminUser } from '#contract/staff.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useApproveCreatorMutation, useUnfreezeUserMutation, type useUsersQuery } from './queries.ts'
import { UserRow } from './user-row.tsx'
import type { UserFilter } from './users-address.ts'
import { UsersHead, UsersSkeleton } from './users-frame.tsx'

/** Rows above the fold: their pictures are not lazy. */
const FIRST_ROWS = 12

export interface UsersListProps {
  list: ReturnType<typeof useUsersQuery>
  filter: UserFilter
  /** Undefined for moderators. */
  onGrant: ((username: string) => void) | undefined
  onRevoke: ((username: string) => void) | undefined
  onFreeze: (user: AdminUser) => void
  /** Undefined for moderators. */
  onClose: ((user: AdminUser) => void) | undefined
  /** Whether the viewer may freeze and unfreeze this user, or close the account. */
  mayFreeze: (user: AdminUser) => boolean
}

/** The infinite list of users, newest first. */
export function UsersList({ list, filter, onGrant, onRevoke, onFreeze, onClose, mayFreeze }: UsersListProps) {
  const { t } = useTranslation()
  const { users, isPlaceholderData } = list
  const approve = useApproveCreatorMutation(({ username }) => t('staff.users_page.approved', { name: username }))
  const unfreeze = useUnfreezeUserMutation(({ username }) => t('staff.users_page.unfrozen_toast', { name: username }))
  const body = useRef<HTMLTableSectionElement>(null)
  const isFiltered = filter.kind !== null || filter.search !== '' || filter.wish
  return (
    <PagedList
      query={list}
      count={users.length}
      list={body}
      focusable="th"
      skeleton={<UsersSkeleton />}
      empty={
        <EmptyState
          icon={<Users />}
          title={t('staff.no_users')}
          text={isFiltered ? t('staff.users_page.none_found') : t('staff.no_users_text')}
        />
      }
      words={{
        failed: t('staff.users_page.failed'),
        retry: t('staff.users_page.retry'),
        more: t('staff.users_page.more'),
      }}
      endClassName="pt-6 pb-4"
    >
      <div
        aria-busy={isPlaceholderData}
        className={cx(
          'overflow-hidden rounded-card border border-line bg-surface transition-opacity',
          isPlaceholderData && 'opacity-60',
        )}
      >
        <table className="w-full text-ui leading-body lg:table-fixed">
          <caption className="sr-only">{t('staff.users')}</caption>
          <UsersHead />
          <tbody ref={body}>
            {users.map((user, index) => (
              <UserRow
                key={user.id}
                user={user}
                isBelowFold={index >= FIRST_ROWS}
                onGrant={onGrant && (() => onGrant(user.username))}
                onRevoke={onRevoke && (() => onRevoke(user.username))}
                onFreeze={mayFreeze(user) ? () => onFreeze(user) : undefined}
                onUnfreeze={mayFreeze(user) && user.frozen_at ? () => unfreeze.mutate(user) : undefined}
                onClose={onClose && mayFreeze(user) && !user.erased_at ? () => onClose(user) : undefined}
                onApprove={onGrant && !user.may_be_creator ? () => approve.mutate(user) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
    </PagedList>
  )
}
