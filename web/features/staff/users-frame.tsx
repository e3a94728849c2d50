import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The classes of every cell. */
export const CELL = 'px-2 py-2.75 text-left align-middle max-md:first:pl-3 md:px-3 md:py-3.25 lg:px-4'
/** Columns that are hidden on phones. */
export const WIDE_ONLY = 'max-md:hidden'
/** Columns that are hidden on phones and tablets. */
export const WIDEST_ONLY = 'max-lg:hidden'

export function UsersHead() {
  const { t } = useTranslation()
  return (
    <thead className="border-b border-line text-small leading-body text-mute">
      <tr>
        <Head className="lg:w-[24%]">{t('staff.users_page.username')}</Head>
        <Head className={cx(WIDE_ONLY, 'lg:w-1/4')}>{t('staff.users_page.email')}</Head>
        <Head className="lg:w-[12%]">{t('staff.users_page.role')}</Head>
        <Head className="lg:w-[13%]">
          {/* On phones the column is too narrow for its title: it contains an icon or nothing. */}
          <span className="max-md:sr-only">{t('staff.users_page.profile')}</span>
        </Head>
        <Head className={cx(WIDEST_ONLY, 'lg:w-1/5')}>{t('staff.users_page.wish')}</Head>
        <Head className="lg:w-[6%]">
          <span className="sr-only">{t('staff.users_page.actions')}</span>
        </Head>
      </tr>
    </thead>
  )
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={cx(CELL, 'font-semibold', className)}>
      {children}
    </th>
  )
}

const ROWS = ['w-24', 'w-32', 'w-28', 'w-20', 'w-36', 'w-26', 'w-30']

export function UsersSkeleton() {
  return (
    <Loading className="block rounded-card border border-line bg-surface">
      {ROWS.map((width) => (
        <div key={width} className="flex h-16 items-center gap-3 border-b border-line px-4 last:border-b-0">
          <Skeleton shape="circle" className="size-9.5 flex-none" />
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className={cx(WIDE_ONLY, 'ml-auto w-44')} />
          <Skeleton shape="line" className="ml-auto w-14" />
        </div>
      ))}
    </Loading>
  )
}
