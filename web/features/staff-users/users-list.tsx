import { Users } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { useFocusOnMore } from '#web/ui/use-focus-on-more.ts'
import { useApproveCreator, type useUsers } from './queries.ts'
import { UserRow } from './user-row.tsx'
import type { UserFilter } from './users-address.ts'
import { UsersHead, UsersSkeleton } from './users-frame.tsx'

const AHEAD_PX = 800
/** Those that a window shows at once. */
const FIRST_ROWS = 12

export interface UsersListProps {
  list: ReturnType<typeof useUsers>
  filter: UserFilter
  /** What admins may do; the others only look. */
  onGrant: ((username: string) => void) | undefined
}

/** Users, newest first, without an end. */
export function UsersList({ list, filter, onGrant }: UsersListProps) {
  const { t } = useTranslation()
  const { users, isPending, isLoadingError, isRefetching, isPlaceholderData, error, refetch } = list
  const approve = useApproveCreator(({ username }) => t('admin.users_page.approved', { name: username }))
  const body = useRef<HTMLTableSectionElement>(null)
  const awaitMore = useFocusOnMore(users.length, (place) => body.current?.querySelectorAll<HTMLElement>('th')[place])

  if (isPending) return <UsersSkeleton />
  if (isLoadingError) {
    return (
      <LoadFailure
        title={t('admin.users_page.failed')}
        error={error}
        retry={t('admin.users_page.retry')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }
  if (users.length === 0) {
    const isFiltered = filter.kind !== null || filter.search !== ''
    const text = isFiltered ? t('admin.users_page.none_found') : t('admin.no_users_text')
    return <EmptyState icon={<Users />} title={t('admin.no_users')} text={text} />
  }
  return (
    <>
      <div
        aria-busy={isPlaceholderData}
        className={cx(
          'overflow-hidden rounded-card border border-line bg-surface transition-opacity',
          isPlaceholderData && 'opacity-60',
        )}
      >
        <table className="w-full text-ui leading-body lg:table-fixed">
          <caption className="sr-only">{t('admin.users')}</caption>
          <UsersHead hasActions={onGrant !== undefined} />
          <tbody ref={body}>
            {users.map((user, index) => (
              <UserRow
                key={user.id}
                user={user}
                isFarDown={index >= FIRST_ROWS}
                onGrant={onGrant && (() => onGrant(user.username))}
                onApprove={onGrant && !user.may_be_creator ? () => approve.mutate(user) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ListEnd
        hasNextPage={list.hasNextPage}
        isFetchingNextPage={list.isFetchingNextPage}
        isFetchNextPageError={list.isFetchNextPageError}
        fetchNextPage={list.fetchNextPage}
        words={{
          more: t('admin.users_page.more'),
          failed: t('admin.users_page.failed'),
          retry: t('admin.users_page.retry'),
        }}
        ahead_px={AHEAD_PX}
        size="sm"
        className="flex flex-col items-center gap-4 pt-6 pb-4"
        onAsked={awaitMore}
      />
    </>
  )
}
