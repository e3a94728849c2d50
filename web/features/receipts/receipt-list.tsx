import { ReceiptText } from 'lucide-react'
import { useId, useRef } from 'react'
import { generatePath, Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { euros } from '#web/lib/money.ts'
import { Pill } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { ReceiptRow, useReceiptsQuery } from './queries.ts'
import { monthsOf, type ReceiptMonth } from './receipt-months.ts'

export interface ReceiptListProps {
  query: ReturnType<typeof useReceiptsQuery>
  /** The number of the receipt beside the list. */
  current: string | undefined
}

/** Receipts and credit notes by month, newest first. */
export function ReceiptList({ query, current }: ReceiptListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  return (
    <PagedList
      query={query}
      count={query.rows.length}
      list={list}
      focusable="a"
      skeleton={<ListSkeleton />}
      empty={<EmptyState icon={<ReceiptText />} title={t('receipts.empty')} text={t('receipts.empty_text')} />}
      words={{ failed: t('receipts.failed'), retry: t('receipts.try_again'), more: t('receipts.more') }}
      endClassName="mt-6"
    >
      <div ref={list} className="flex flex-col gap-6.5">
        {monthsOf(query.rows).map((month) => (
          <Month key={month.first.id} month={month} current={current} />
        ))}
      </div>
      <p className="mt-5.5 text-small text-mute">{t('receipts.kept')}</p>
    </PagedList>
  )
}

function Month({ month, current }: { month: ReceiptMonth; current: string | undefined }) {
  const { language } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="cue mb-1 text-lg">
        {dateText(month.first.issued_at, language, 'month_year')}
      </h2>
      <ul>
        {month.rows.map((row) => (
          <li key={row.id}>
            <Row row={row} isCurrent={row.number === current} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The number is replaced in the history beside the list, so that Back leaves the receipts. */
function Row({ row, isCurrent }: { row: ReceiptRow; isCurrent: boolean }) {
  const { t, language } = useTranslation()
  const isCredit = row.kind === 'credit_note'
  const amount = euros(row.charged, language)
  return (
    <Link
      to={generatePath(paths.receipt, { number: row.number })}
      aria-current={isCurrent || undefined}
      className="-mx-4 flex min-h-17 items-center gap-3.5 rounded-lg px-4 py-2.5 transition-colors hover:bg-sunken aria-[current=true]:bg-sunken narrow:flex-wrap"
    >
      <Avatar name={row.creator} src={portraitUrl(row.profile_pic)} size={44} lazy />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold wrap-anywhere">{row.creator}</span>
          {isCredit && <Pill colour="info">{t('receipts.credit_note')}</Pill>}
        </span>{' '}
        <span className="block text-small text-mute">
          {t(isCredit ? 'receipts.given_back' : 'receipts.bought', {
            date: dateText(row.issued_at, language, 'day_month'),
            period: t(`receipts.${row.period}`),
          })}
        </span>
      </span>{' '}
      <span className="text-right">
        <span className="num block text-title-sm leading-title one-line">
          {isCredit ? t('receipts.minus', { amount }) : amount}
        </span>{' '}
        <span className="block text-small text-mute tabular-nums">{row.number}</span>
      </span>
    </Link>
  )
}

function ListSkeleton() {
  return (
    <Loading className="flex flex-col gap-5">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex items-center gap-3.5">
          <Skeleton shape="circle" className="size-11" />
          <div className="flex-1">
            <Skeleton shape="line" className="w-2/5" />
            <Skeleton shape="line" className="mt-2 w-1/4" />
          </div>
          <Skeleton shape="line" className="w-18" />
        </div>
      ))}
    </Loading>
  )
}
