import { CircleCheck, type LucideIcon, ReceiptText, Store } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FilterBar } from '#web/ui/forms/filter-bar.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { DESK_LISTS, type DeskFilter, type DeskList, useDeskAddress } from './desk-address.ts'
import { OrderCard } from './order-card.tsx'
import { useStaffOrdersQuery, useUnappliedPaymentsQuery } from './queries.ts'
import { UnappliedCard } from './unapplied-card.tsx'

/** What was bought, who asks to withdraw, and money that opened nothing. */
export function PaymentsDesk() {
  const { t } = useTranslation()
  const { filter, chooseList, writeSearch } = useDeskAddress()
  return (
    <>
      <FilterBar
        label={t('payments.desk.search')}
        clearLabel={t('payments.desk.clear_search')}
        search={filter.search}
        onSearch={writeSearch}
        isSearchable={filter.list !== 'unapplied'}
      >
        <Field label={t('payments.desk.show')} className="min-w-44 flex-1 md:max-w-72">
          <SelectInput value={filter.list} onChange={(event) => chooseList(event.target.value)}>
            {DESK_LISTS.map((list) => (
              <option key={list} value={list}>
                {t(`payments.desk.show_${list}`)}
              </option>
            ))}
          </SelectInput>
        </Field>
      </FilterBar>
      {filter.list === 'unapplied' ? <Unapplied /> : <Orders filter={filter} />}
    </>
  )
}

function Orders({ filter }: { filter: DeskFilter }) {
  const query = useStaffOrdersQuery(filter)
  return (
    <Cards list={filter.list} query={query} isOld={query.isPlaceholderData}>
      {query.rows.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </Cards>
  )
}

function Unapplied() {
  const query = useUnappliedPaymentsQuery()
  return (
    <Cards list="unapplied" query={query}>
      {query.rows.map((payment) => (
        <UnappliedCard key={payment.id} payment={payment} />
      ))}
    </Cards>
  )
}

interface CardsProps {
  list: DeskList
  query: ReturnType<typeof useStaffOrdersQuery> | ReturnType<typeof useUnappliedPaymentsQuery>
  /** Whether the rows are those of the filter before. */
  isOld?: boolean
  children: ReactNode
}

const EMPTY: Record<DeskList, LucideIcon> = { orders: ReceiptText, withdrawals: CircleCheck, unapplied: CircleCheck }

function Cards({ list, query, isOld = false, children }: CardsProps) {
  const { t } = useTranslation()
  const rows = useRef<HTMLUListElement>(null)
  const Icon = EMPTY[list]
  // A house that sells nothing has no such list.
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <EmptyState icon={<Store />} title={t('payments.desk.closed')} text={t('payments.desk.closed_text')} />
  }
  return (
    <PagedList
      query={query}
      count={query.rows.length}
      list={rows}
      focusable=":scope > li"
      skeleton={<CardsSkeleton />}
      empty={
        <EmptyState icon={<Icon />} title={t(`payments.desk.no_${list}`)} text={t(`payments.desk.no_${list}_text`)} />
      }
      words={{ failed: t('payments.desk.failed'), retry: t('payments.desk.retry'), more: t('payments.desk.more') }}
      endClassName="pt-6 pb-4"
    >
      <ul
        ref={rows}
        aria-label={t(`payments.desk.show_${list}`)}
        aria-busy={isOld}
        className={cx('flex flex-col gap-3.5 transition-opacity', isOld && 'opacity-60')}
      >
        {children}
      </ul>
    </PagedList>
  )
}

function CardsSkeleton() {
  return (
    <Loading className="flex flex-col gap-3.5">
      {['w-40', 'w-28', 'w-36'].map((width) => (
        <div key={width} className="flex flex-col gap-3.5 rounded-card border border-line bg-surface p-4 md:px-5.5">
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="w-3/5" />
        </div>
      ))}
    </Loading>
  )
}
