import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { BalanceMoves } from './balance-moves.tsx'
import { BankAccount, type BankAccountProps } from './bank-account.tsx'
import { PayoutTable } from './payout-table.tsx'
import { useBalanceQuery } from './queries.ts'
import { Schedule } from './schedule.tsx'
import { Till } from './till.tsx'

export interface PayoutsProps extends Omit<BankAccountProps, 'balance'> {
  /** The card about the verification. */
  verification: ReactNode
}

const COLUMNS = 'flex flex-col gap-5 lg:flex-row lg:items-start lg:gap-6'
const MAIN = 'flex min-w-0 flex-col gap-5 lg:flex-1'
const ASIDE = 'flex min-w-0 flex-col gap-5 lg:w-100 lg:flex-none'

/** A creator's balance, payouts and bank account. */
export function Payouts({ verification, ...account }: PayoutsProps) {
  const { t } = useTranslation()
  const { data: balance, error, refetch, isFetching } = useBalanceQuery()
  if (!balance) {
    if (!error) return <PayoutsSkeleton />
    if (error instanceof ApiError && error.status === 404) {
      return <EmptyState icon={<Store />} title={t('payouts.closed')} text={t('payouts.closed_text')} />
    }
    return (
      <LoadFailure
        title={t('payouts.failed')}
        error={error}
        retry={t('payouts.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <>
      <Till balance={balance} />
      <div className={COLUMNS}>
        <div className={MAIN}>
          <PayoutTable />
          <Schedule balance={balance} />
        </div>
        <div className={ASIDE}>
          <BalanceMoves balance={balance} />
          <BankAccount balance={balance} {...account} />
          {verification}
        </div>
      </div>
    </>
  )
}

function PayoutsSkeleton() {
  return (
    <Loading>
      <Skeleton shape="box" className="mb-6 h-44" />
      <div className={COLUMNS}>
        <div className={MAIN}>
          <Skeleton shape="box" className="h-80" />
        </div>
        <div className={ASIDE}>
          <Skeleton shape="box" className="h-60" />
        </div>
      </div>
    </Loading>
  )
}
