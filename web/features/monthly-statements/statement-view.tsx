import { Download, Printer, ScrollText } from 'lucide-react'
import { PLATFORM_FEE_PERCENT } from '#contract/fees.ts'
import type { MonthlyStatement } from '#contract/monthly-statements.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros, signedEuros } from '#web/lib/money.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { monthText } from './month-text.ts'
import { useStatementFileMutation, useStatementQuery } from './queries.ts'
import { StatementBalance } from './statement-balance.tsx'

/** Prints a statement, or downloads it. */
export function StatementActions({ number }: { number: string }) {
  const { t } = useTranslation()
  const { data } = useStatementQuery(number)
  if (!data) return null
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button variant="secondary" size="sm" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        {t('monthly_statements.print')}
      </Button>
      <FileButton number={number} format="pdf" />
      <FileButton number={number} format="csv" />
    </div>
  )
}

function FileButton({ number, format }: { number: string; format: 'pdf' | 'csv' }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useStatementFileMutation(number, format)
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t(`monthly_statements.${format}`)}
    </Button>
  )
}

/** The month and the number, below the title of the page. */
export function StatementName({ number }: { number: string }) {
  const { t, language } = useTranslation()
  const { data } = useStatementQuery(number)
  return (
    <p className="text-soft first-letter:uppercase">
      {data && `${monthText(data.month, language)}, `}
      {t('monthly_statements.number', { number })}
    </p>
  )
}

/** One statement: what was sold, what was taken from it, and how the balance moved. */
export function StatementView({ number }: { number: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useStatementQuery(number)
  if (data) return <Statement statement={data} />
  if (!error) {
    return (
      <Loading>
        <Skeleton shape="box" className="h-140" />
      </Loading>
    )
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={<ScrollText />}
        title={t('monthly_statements.missing')}
        text={t('monthly_statements.missing_text')}
      />
    )
  }
  return (
    <LoadFailure
      title={t('monthly_statements.one_failed')}
      error={error}
      retry={t('monthly_statements.try_again')}
      onRetry={refetch}
      isRetrying={isFetching}
    />
  )
}

function Statement({ statement }: { statement: MonthlyStatement }) {
  const { t } = useTranslation()
  const { creator, seller, number } = statement
  const [house, ...lines] = seller
  return (
    <article
      aria-label={t('monthly_statements.number', { number })}
      className="rounded-card border border-line bg-surface px-4.5 py-6 md:px-8 md:py-8 print:border-0 print:p-0"
    >
      <div className="mb-6 flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <p className="cue text-large">{t('monthly_statements.for')}</p>
          <p className="font-semibold wrap-anywhere">{creator.name}</p>
          <p className="text-small wrap-anywhere text-mute">{`@${creator.username}`}</p>
        </div>
        <div className="ml-auto min-w-0 text-right">
          <p className="cue text-large">{t('monthly_statements.from')}</p>
          <p className="font-semibold wrap-anywhere">{house}</p>
          {lines.map((line) => (
            <p key={line} className="text-small wrap-anywhere text-mute">
              {line}
            </p>
          ))}
        </div>
      </div>
      <Sales statement={statement} />
      <StatementBalance statement={statement} />
    </article>
  )
}

const WIDE = 'hidden md:table-cell print:table-cell'
const CELL = 'py-3 pl-3 first:pl-0'

type Line = MonthlyStatement['together']

function Sales({ statement: { sales, together } }: { statement: MonthlyStatement }) {
  const { t } = useTranslation()
  const columns = [
    { label: t('monthly_statements.tickets'), look: 'text-left' },
    { label: t('monthly_statements.sold'), look: 'text-right' },
    { label: t('monthly_statements.price'), look: cx('text-right', WIDE) },
    { label: t('monthly_statements.platform', { percent: PLATFORM_FEE_PERCENT }), look: cx('text-right', WIDE) },
    { label: t('monthly_statements.banking'), look: cx('text-right', WIDE) },
    { label: t('monthly_statements.share'), look: 'text-right' },
  ]
  return (
    <table aria-label={t('monthly_statements.tickets')} className="w-full border-collapse">
      <thead>
        <tr>
          {columns.map(({ label, look }) => (
            <th key={label} scope="col" className={cx(CELL, 'pt-0 text-small font-semibold text-mute', look)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sales.map(({ period, ...line }) => (
          <SaleRow key={period} name={t(`monthly_statements.${period}`)} line={line} />
        ))}
        <SaleRow name={t('monthly_statements.together')} line={together} isSum />
      </tbody>
    </table>
  )
}

function SaleRow({ name, line, isSum = false }: { name: string; line: Line; isSum?: boolean }) {
  const { language } = useTranslation()
  const minus = (amount: string) => signedEuros(`-${amount}`, language)
  const number = cx(CELL, 'num text-right text-large one-line', isSum && 'font-semibold')
  return (
    <tr className="border-t border-line">
      <th scope="row" className={cx(CELL, 'text-left', isSum ? 'font-semibold' : 'font-normal')}>
        {name}
      </th>
      <td className={number}>{line.count.toLocaleString(language)}</td>
      <td className={cx(number, WIDE)}>{euros(line.price, language)}</td>
      <td className={cx(number, WIDE)}>{minus(line.platform_fee)}</td>
      <td className={cx(number, WIDE)}>{minus(line.banking_fee)}</td>
      <td className={cx(number, 'font-medium')}>{signedEuros(line.net, language, { plus: false })}</td>
    </tr>
  )
}
