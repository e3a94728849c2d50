import { ChevronDown, Scale } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { CASE_AGES, CASE_KINDS, CASE_TAKERS, type CaseCounts, SEVERITIES } from '#contract/cases.ts'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { type CaseList, useCaseAddress } from './case-address.ts'
import { useCaseCountsQuery, useCasesQuery } from './queries.ts'
import { QueueRow } from './queue-row.tsx'

const ROW = 'chip-row gap-2 max-md:-mx-4 max-md:px-4 max-md:py-1.5'

/** The queue of staff: chips for the kind, selects for the rest, and the usher's list. */
export function QueuePanel({ viewer }: { viewer: string }) {
  const { t, language } = useTranslation()
  const { filter, chooseList, chooseSeverity, chooseAge, chooseTaker } = useCaseAddress()
  const { data: counts } = useCaseCountsQuery()
  const query = useCasesQuery(filter)
  const list = useRef<HTMLUListElement>(null)
  const now = useNow()
  return (
    <>
      <Chips list={filter.list} counts={counts} onChoose={chooseList} />
      <div className={cx(ROW, 'mb-4.5 items-center')}>
        <FilterSelect label={t('cases.desk.severity')} value={filter.severity ?? ''} onChoose={chooseSeverity}>
          <option value="">{t('cases.desk.severity_any')}</option>
          {SEVERITIES.toReversed().map((severity) => (
            <option key={severity} value={severity}>
              {t(`cases.desk.severity_${severity}`)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={t('cases.desk.age')} value={filter.age ?? ''} onChoose={chooseAge}>
          <option value="">{t('cases.desk.age_any')}</option>
          {CASE_AGES.map((age) => (
            <option key={age} value={age}>
              {t(`cases.desk.age_${age}`)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={t('cases.desk.with')} value={filter.taker} onChoose={chooseTaker}>
          {CASE_TAKERS.toReversed().map((taker) => (
            <option key={taker} value={taker}>
              {t(`cases.desk.with_${taker}`)}
            </option>
          ))}
        </FilterSelect>
        <p className="text-small text-mute max-md:hidden md:ml-auto">
          {t('cases.desk.order')}{' '}
          {counts && counts.oldest_days > 0 && t('cases.desk.oldest', { count: counts.oldest_days })}
        </p>
      </div>
      <PagedList
        query={query}
        count={query.rows.length}
        list={list}
        focusable="a"
        skeleton={<QueueSkeleton />}
        empty={<EmptyState icon={<Scale />} title={t('cases.desk.empty')} text={t('cases.desk.empty_text')} />}
        words={{ failed: t('cases.desk.failed'), retry: t('cases.desk.retry'), more: t('cases.desk.more') }}
        endClassName="pt-6 pb-4"
      >
        <section
          aria-label={t('cases.desk.list')}
          aria-busy={query.isPlaceholderData}
          className={cx(
            'overflow-hidden rounded-card border border-line bg-surface transition-opacity',
            query.isPlaceholderData && 'opacity-60',
          )}
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 pt-3.5 pb-2.5 lg:px-5.5">
            <h2 className="cue">{t('cases.desk.list')}</h2>
            <p className="text-small text-mute">{dateText(new Date(now), language, 'moment')}</p>
          </div>
          <ul ref={list}>
            {query.rows.map((each) => (
              <QueueRow key={each.id} each={each} viewer={viewer} now={now} />
            ))}
          </ul>
        </section>
      </PagedList>
    </>
  )
}

interface ChipsProps {
  list: CaseList
  counts: CaseCounts | undefined
  onChoose: (list: CaseList) => void
}

/** Public notices that are about nobody are rare: their chip appears with the first one. */
function Chips({ list, counts, onChoose }: ChipsProps) {
  const { t, language } = useTranslation()
  const lists = (['all', ...CASE_KINDS, 'appeals'] as const).filter(
    (each) => each !== 'notice' || list === 'notice' || (counts?.notice ?? 0) > 0,
  )
  return (
    <fieldset className={cx(ROW, 'mb-1.5 min-w-0 md:mb-2.5')}>
      <legend className="sr-only">{t('cases.desk.kinds')}</legend>
      {lists.map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === list ? 'primary' : 'secondary'}
          aria-pressed={each === list}
          onClick={() => each !== list && onChoose(each)}
        >
          {t(`cases.desk.kind_${each}`)}
          {counts && (
            <span className={cx('font-medium tabular-nums', each !== list && 'text-mute')}>
              {counts[each].toLocaleString(language)}
            </span>
          )}
        </Button>
      ))}
    </fieldset>
  )
}

interface FilterSelectProps {
  label: string
  value: string
  onChoose: (value: string) => void
  children: ReactNode
}

function FilterSelect({ label, value, onChoose, children }: FilterSelectProps) {
  return (
    <label className="input-box min-h-11 text-label">
      <span className="flex-none text-mute">{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value)} className="min-h-10.5 font-semibold">
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none size-icon-md flex-none text-mute" />
    </label>
  )
}

const ROWS = ['w-44', 'w-56', 'w-48', 'w-52', 'w-40', 'w-60']

function QueueSkeleton() {
  return (
    <Loading className="block rounded-card border border-line bg-surface">
      {ROWS.map((width) => (
        <div key={width} className="flex h-19 items-center gap-4.5 border-b border-line px-5.5 last:border-b-0">
          <Skeleton shape="line" className="w-20 flex-none" />
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="ml-auto w-14" />
        </div>
      ))}
    </Loading>
  )
}
