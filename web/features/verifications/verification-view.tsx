import { IdCard } from 'lucide-react'
import { useState } from 'react'
import type { Verification } from '#contract/verifications.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useVerificationQuery } from './queries.ts'
import { SentDetails } from './sent-details.tsx'
import { StateCard } from './verification-card.tsx'
import { VerificationForm } from './verification-form.tsx'

/** The page of the verification: where it stands, and the form while something is needed. */
export function VerificationView({ paysOut }: { paysOut: boolean }) {
  const { t } = useTranslation()
  const { data: verification, error, refetch, isFetching } = useVerificationQuery()
  if (verification) return <Known verification={verification} paysOut={paysOut} />
  if (!error) {
    return (
      <Loading className="flex flex-col gap-5">
        <Skeleton shape="box" className="h-40" />
        <Skeleton shape="box" className="h-90" />
      </Loading>
    )
  }
  if (error instanceof ApiError && error.status === 404) {
    return <EmptyState icon={<IdCard />} title={t('verifications.closed')} text={t('verifications.closed_text')} />
  }
  return (
    <LoadFailure
      title={t('verifications.failed')}
      error={error}
      retry={t('verifications.try_again')}
      onRetry={refetch}
      isRetrying={isFetching}
    />
  )
}

function Known({ verification, paysOut }: { verification: Verification; paysOut: boolean }) {
  const { t } = useTranslation()
  const [isSent, setSent] = useState(false)
  const [isAgain, setAgain] = useState(false)
  const { state, details } = verification
  const hasForm = state === 'none' || state === 'refused' || isAgain
  return (
    <div className="flex flex-col gap-6">
      <StateCard key={state} verification={verification} isWide paysOut={paysOut} isFocused={isSent}>
        {!hasForm && details && (
          <div className="mt-4.5">
            <SentDetails details={details} />
          </div>
        )}
        {state === 'verified' && !isAgain && (
          <>
            <Button variant="secondary" size="sm" className="mt-4.5" onClick={() => setAgain(true)}>
              {t('verifications.verify_again')}
            </Button>
            <p className="mt-2 text-small text-mute">{t('verifications.verify_again_text')}</p>
          </>
        )}
      </StateCard>
      {hasForm && (
        <div className="rounded-card border border-line bg-surface px-5.5 py-6 md:px-7">
          <VerificationForm
            verification={verification}
            onSent={() => {
              setAgain(false)
              setSent(true)
            }}
          />
        </div>
      )}
    </div>
  )
}
