import { Download, MailQuestion } from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import type { Statement } from '#contract/decisions.ts'
import { EXPORT_KEPT_DAYS } from '#contract/exports.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Appeal } from './appeal.tsx'
import { Letter } from './letter.tsx'
import { useFrozenExportMutation, useStatementQuery } from './queries.ts'

/** A decision about the reader: the statement of reasons, and what they can do about it. */
export function Decision() {
  const { t } = useTranslation()
  const { data: statement, error, refetch, isFetching } = useStatementQuery()
  if (statement) return <Statements statement={statement} />
  // A link with a wrong token, one that was cut, and one to an erased decision look the same.
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
    return (
      <EmptyState
        heading="h1"
        look="bare"
        icon={<MailQuestion />}
        title={t('decisions.unknown')}
        text={t('decisions.unknown_text')}
        action={
          <ButtonLink to={paths.contact_us} variant="secondary" size="sm">
            {t('decisions.contact')}
          </ButtonLink>
        }
      />
    )
  }
  if (error) {
    return (
      <LoadFailure
        heading="h1"
        look="bare"
        title={t('decisions.failed')}
        error={error}
        retry={t('decisions.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  return <DecisionSkeleton />
}

const COLUMNS = 'grid items-start gap-x-16 gap-y-8 lg:grid-cols-2'

function Statements({ statement }: { statement: Statement }) {
  const { t, language } = useTranslation()
  return (
    <div className={COLUMNS}>
      <div className="max-w-column">
        <h1 className="d-l text-balance">
          {t('decisions.title_start')} <em>{t('decisions.title_end')}</em>
        </h1>
        <p className="lead mt-3 mb-6">{t(`decisions.looked_at_${statement.kind}`)}</p>
        <Appeal statement={statement} />
        {statement.is_frozen && <TakeData />}
        {statement.may_appeal && (
          <p className="mt-5 text-small text-mute">
            {t('decisions.until', { date: dateText(statement.appeal_until, language, 'day') })}
          </p>
        )}
      </div>
      <Letter statement={statement} />
    </div>
  )
}

/** The export of a frozen person, who has no session for it: a mail brings the link. */
function TakeData() {
  const { t } = useTranslation()
  const { mutate, isPending, isSuccess, error } = useFrozenExportMutation()
  if (isSuccess) {
    return (
      <Outcome className="mt-3 outline-offset-4">
        <Alert type="success">{t('decisions.data_asked', { count: EXPORT_KEPT_DAYS })}</Alert>
      </Outcome>
    )
  }
  return (
    <div className="mt-3 flex flex-col items-start gap-4">
      <Button variant="secondary" icon={<Download aria-hidden="true" />} loading={isPending} onClick={() => mutate()}>
        {t('decisions.take_data')}
      </Button>
      {error && !isPending && <FailureAlert error={error}>{t('decisions.data_failed')}</FailureAlert>}
    </div>
  )
}

function DecisionSkeleton() {
  return (
    <Loading className={COLUMNS}>
      <div className="flex flex-col gap-4">
        <Skeleton shape="line" className="h-12 w-4/5" />
        <Skeleton shape="line" className="w-full" />
        <Skeleton shape="line" className="h-12 w-56" />
      </div>
      <Skeleton shape="box" className="h-72" />
    </Loading>
  )
}
