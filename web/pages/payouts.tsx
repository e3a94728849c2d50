import { useUser } from '#web/features/accounts/queries.ts'
import { Payouts } from '#web/features/payouts/payouts.tsx'
import { useBalanceQuery } from '#web/features/payouts/queries.ts'
import { useVerificationQuery } from '#web/features/verifications/queries.ts'
import { VerificationCard } from '#web/features/verifications/verification-card.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'
import { RevenueTabs, SamplePill } from './revenue-tabs.tsx'

/** The second tab of the revenues: the till, payouts, the bank account and the verification. */
export function PayoutsPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  const { data: balance } = useBalanceQuery()
  const { data: verification } = useVerificationQuery()
  return (
    <Page title={t('money.revenues.title')} tabTitle={t('payouts.title')} beside={balance?.is_sample && <SamplePill />}>
      <RevenueTabs />
      <Payouts
        holder={verification?.details?.legal_name ?? null}
        email={viewer.status === 'member' ? viewer.user.email : ''}
        verification={verification && <VerificationCard verification={verification} />}
      />
    </Page>
  )
}
