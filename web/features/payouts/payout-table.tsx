import { Check, Hourglass, Landmark, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { dateText } from '#contract/dates.ts'
import type { Payout } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Pill } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { usePayoutsFileMutation, usePayoutsQuery } from './queries.ts'

/** The creator's payouts, newest first, and why one of them came back. */
export function PayoutTable() {
  const { t } = useTranslation()
  const query = usePayoutsQuery()
  const rows = useRef<HTMLTableSectionElement>(null)
  const failed = query.rows.filter(({ state }) => state === 'failed')
  return (
    <Panel title={t('payouts.list')} aside={query.rows.length > 0 && <FileButton />} className="overflow-hidden">
      <PagedList
        query={query}
        count={query.rows.length}
        list={rows}
        focusable="tr"
        skeleton={<TableSkeleton />}
        failure={{ look: 'bare' }}
        empty={
          <EmptyState
            look="bare"
            heading="h3"
            icon={<Landmark />}
            title={t('payouts.empty')}
            text={t('payouts.empty_text')}
          />
        }
        words={{ failed: t('payouts.list_failed'), retry: t('payouts.try_again'), more: t('payouts.more') }}
        endClassName="pt-5"
      >
        <div className="-mx-5.5 md:-mx-7">
          <table aria-label={t('payouts.list')} className="w-full border-collapse">
            <thead>
              <tr className="text-left text-small text-mute">
                <th scope="col" className={cx(CELL, 'font-semibold')}>
                  {t('payouts.date')}
                </th>
                <th scope="col" className={cx(CELL, 'hidden font-semibold sm:table-cell')}>
                  {t('payouts.account')}
                </th>
                <th scope="col" className={cx(CELL, 'font-semibold')}>
                  {t('payouts.state')}
                </th>
                <th scope="col" className={cx(CELL, 'text-right font-semibold')}>
                  {t('payouts.amount')}
                </th>
              </tr>
            </thead>
            <tbody ref={rows}>
              {query.rows.map((payout) => (
                <Row key={payout.id} payout={payout} />
              ))}
            </tbody>
          </table>
        </div>
        {failed.length > 0 && (
          <ul className="-mx-5.5 flex flex-col gap-2 border-t border-line px-5.5 pt-3.5 text-small text-mute md:-mx-7 md:px-7">
            {failed.map((payout) => (
              <li key={payout.id} className="text-pretty">
                <Failure payout={payout} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

const CELL = 'px-2 py-2.75 first:pl-5.5 last:pr-5.5 md:first:pl-7 md:last:pr-7'

/** The day on which it was sent, or asked for. */
function dayOf({ sent_at, asked_at }: Payout): string {
  return sent_at ?? asked_at
}

function Row({ payout }: { payout: Payout }) {
  const { t, language } = useTranslation()
  const amount = euros(payout.amount, language)
  return (
    <tr tabIndex={-1} className="border-t border-line">
      <th scope="row" className={cx(CELL, 'text-left font-normal')}>
        {dateText(dayOf(payout), language, 'day')}
      </th>
      <td className={cx(CELL, 'hidden text-mute tabular-nums sm:table-cell')}>
        {payout.last4 !== null && (
          <>
            <span aria-hidden="true" className="one-line">{`•••• ${payout.last4}`}</span>
            <span className="sr-only">{t('payouts.ending', { digits: payout.last4 })}</span>
          </>
        )}
      </td>
      <td className={CELL}>
        <State payout={payout} />
      </td>
      <td className={cx(CELL, 'num text-right text-title-xs one-line')}>
        {payout.state === 'failed' ? (
          <>
            <s className="text-mute">{amount}</s>
            <span className="sr-only"> {t('payouts.state_failed')}</span>
          </>
        ) : (
          amount
        )}
      </td>
    </tr>
  )
}

function State({ payout: { state } }: { payout: Payout }) {
  const { t } = useTranslation()
  if (state === 'paid') {
    return (
      <Pill colour="ok" icon={<Check aria-hidden="true" />}>
        {t('payouts.state_paid')}
      </Pill>
    )
  }
  if (state === 'failed') {
    return (
      <Pill colour="err" icon={<Undo2 aria-hidden="true" />}>
        {t('payouts.state_failed')}
      </Pill>
    )
  }
  return (
    <Pill colour="info" icon={<Hourglass aria-hidden="true" />}>
      {t('payouts.state_on_its_way')}
    </Pill>
  )
}

/** Why it came back, and that the money is not lost. */
function Failure({ payout }: { payout: Payout }) {
  const { t, language } = useTranslation()
  return t('payouts.came_back', {
    date: dateText(dayOf(payout), language, 'day_month'),
    reason: t(`payouts.failure.${payout.failure ?? 'other'}`),
  })
}

function FileButton() {
  const { t } = useTranslation()
  const { mutate, isPending } = usePayoutsFileMutation()
  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      className="text-link -my-2 min-h-11 text-small"
      onClick={() => mutate()}
    >
      {t('payouts.download')}
    </button>
  )
}

function TableSkeleton() {
  return (
    <Loading className="flex flex-col">
      {['w-36', 'w-28', 'w-32', 'w-40'].map((width) => (
        <div key={width} className="flex items-center justify-between border-t border-line py-4 first:border-t-0">
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="w-16" />
        </div>
      ))}
    </Loading>
  )
}
