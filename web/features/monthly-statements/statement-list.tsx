import { ChevronRight, ScrollText } from 'lucide-react'
import { useRef } from 'react'
import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { signedEuros } from '#web/lib/money.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { monthText } from './month-text.ts'
import { type StatementRow, useStatementsQuery } from './queries.ts'

/** The creator's statements, one for each month, newest first. */
export function StatementList() {
  const { t } = useTranslation()
  const query = useStatementsQuery()
  const list = useRef<HTMLUListElement>(null)
  return (
    <PagedList
      query={query}
      count={query.rows.length}
      list={list}
      focusable="a"
      skeleton={<ListSkeleton />}
      empty={
        <EmptyState
          icon={<ScrollText />}
          title={t('monthly_statements.empty')}
          text={t('monthly_statements.empty_text')}
        />
      }
      words={{
        failed: t('monthly_statements.failed'),
        retry: t('monthly_statements.try_again'),
        more: t('monthly_statements.more'),
      }}
      endClassName="mt-6"
    >
      <ul
        ref={list}
        aria-label={t('monthly_statements.list')}
        className="overflow-hidden rounded-card border border-line bg-surface"
      >
        {query.rows.map((row) => (
          <li key={row.id} className="border-t border-line first:border-t-0">
            <Row row={row} />
          </li>
        ))}
      </ul>
      <p className="mt-5 text-small text-mute">{t('monthly_statements.kept')}</p>
    </PagedList>
  )
}

function Row({ row }: { row: StatementRow }) {
  const { t, language } = useTranslation()
  const money = (amount: string) => signedEuros(amount, language, { plus: false })
  return (
    <Link
      to={generatePath(paths.statement, { number: row.number })}
      className="ring-inside flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1.5 px-4.5 py-3 transition-colors hover:bg-sunken md:gap-x-6 md:px-6"
    >
      <span className="min-w-0 flex-1 basis-24 md:basis-40">
        <span className="block font-display text-title-xs first-letter:uppercase">
          {monthText(row.month, language)}
        </span>{' '}
        <span className="block text-small text-mute tabular-nums">
          {t('monthly_statements.number', { number: row.number })}
        </span>
      </span>{' '}
      <Amount label={t('monthly_statements.earned')} amount={money(row.earned)} />{' '}
      <Amount label={t('monthly_statements.paid_out')} amount={money(row.paid_out)} isWideOnly />{' '}
      <Amount label={t('monthly_statements.closing')} amount={money(row.closing)} isWideOnly />
      <ChevronRight aria-hidden="true" className="size-icon-md flex-none text-mute narrow:hidden" />
    </Link>
  )
}

function Amount({ label, amount, isWideOnly = false }: { label: string; amount: string; isWideOnly?: boolean }) {
  return (
    <span className={isWideOnly ? 'hidden w-32 text-right md:block' : 'text-right md:w-32 narrow:text-left'}>
      <span className="block text-small text-mute">{label}</span>{' '}
      <span className="num block text-title-xs leading-title one-line">{amount}</span>
    </span>
  )
}

function ListSkeleton() {
  return (
    <Loading className="block rounded-card border border-line bg-surface">
      {['w-36', 'w-28', 'w-32'].map((width) => (
        <div key={width} className="flex h-18 items-center justify-between border-t border-line px-6 first:border-t-0">
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="w-20" />
        </div>
      ))}
    </Loading>
  )
}
