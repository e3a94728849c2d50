import { CircleCheck, Landmark, type LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FilterBar } from '#web/ui/forms/filter-bar.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { BatchCard } from './batch-card.tsx'
import { DESK_LISTS, type DeskFilter, type DeskList, useDeskAddress } from './desk-address.ts'
import { DeskHead } from './desk-head.tsx'
import { useBatchesQuery, useStaffPayoutsQuery } from './queries.ts'
import { StaffPayoutCard } from './staff-payout-card.tsx'

/** What waits to be paid, the batches, and what came back. */
export function PayoutsDesk() {
  const { t } = useTranslation()
  const { filter, chooseList, writeSearch } = useDeskAddress()
  return (
    <>
      <DeskHead />
      <FilterBar
        label={t('payouts.desk.search')}
        clearLabel={t('payouts.desk.clear_search')}
        search={filter.search}
        onSearch={writeSearch}
      >
        <Field label={t('payouts.desk.show')} className="min-w-44 flex-1 md:max-w-72">
          <SelectInput value={filter.list} onChange={(event) => chooseList(event.target.value)}>
            {DESK_LISTS.map((list) => (
              <option key={list} value={list}>
                {t(`payouts.desk.show_${list}`)}
              </option>
            ))}
          </SelectInput>
        </Field>
      </FilterBar>
      {filter.list === 'batches' ? <Batches /> : <Payouts filter={filter} />}
    </>
  )
}

function Batches() {
  const query = useBatchesQuery()
  return (
    <Cards list="batches" query={query}>
      {query.rows.map((batch) => (
        <BatchCard key={batch.id} batch={batch} />
      ))}
    </Cards>
  )
}

function Payouts({ filter: { list, search } }: { filter: DeskFilter }) {
  const username = search.trim()
  const query = useStaffPayoutsQuery({
    ...((list === 'asked' || list === 'failed') && { state: list }),
    ...(username !== '' && { username }),
  })
  return (
    <Cards list={list} query={query} isOld={query.isPlaceholderData}>
      {query.rows.map((payout) => (
        <StaffPayoutCard key={payout.id} payout={payout} />
      ))}
    </Cards>
  )
}

interface CardsProps {
  list: DeskList | 'lines'
  query: Pick<ReturnType<typeof useStaffPayoutsQuery>, 'isPending'> &
    Omit<ReturnType<typeof useStaffPayoutsQuery> | ReturnType<typeof useBatchesQuery>, 'isPending'>
  /** Whether the rows are those of the filter before. */
  isOld?: boolean
  children: ReactNode
}

const EMPTY: Record<CardsProps['list'], LucideIcon> = {
  batches: Landmark,
  asked: CircleCheck,
  failed: CircleCheck,
  all: Landmark,
  lines: Landmark,
}

export function Cards({ list, query, isOld = false, children }: CardsProps) {
  const { t } = useTranslation()
  const rows = useRef<HTMLUListElement>(null)
  const Icon = EMPTY[list]
  return (
    <PagedList
      query={query}
      count={query.rows.length}
      list={rows}
      focusable=":scope > li"
      skeleton={<CardsSkeleton />}
      empty={
        <EmptyState icon={<Icon />} title={t(`payouts.desk.no_${list}`)} text={t(`payouts.desk.no_${list}_text`)} />
      }
      words={{ failed: t('payouts.desk.failed'), retry: t('payouts.desk.retry'), more: t('payouts.desk.more') }}
      endClassName="pt-6 pb-4"
    >
      <ul
        ref={rows}
        aria-label={t(`payouts.desk.show_${list}`)}
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
