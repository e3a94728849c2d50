import { IdCard } from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import { DOCUMENT_KINDS, type StaffVerification } from '#contract/verifications.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { countryName } from '#web/lib/countries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Decision } from './decision.tsx'
import { useStaffVerificationQuery } from './queries.ts'
import { VerificationPill } from './queue.tsx'
import { SentFile } from './sent-file.tsx'

export interface VerificationFileProps {
  id: string
  /** The username of the admin: nobody decides about themselves. */
  viewer: string
}

const COLUMNS = 'flex flex-col gap-5 lg:flex-row lg:items-start lg:gap-6'
const MAIN = 'min-w-0 lg:flex-1'
const ASIDE = 'flex min-w-0 flex-col gap-5 lg:w-100 lg:flex-none'

/** What a creator has sent, and the decision about it. */
export function VerificationFile({ id, viewer }: VerificationFileProps) {
  const { t } = useTranslation()
  const { data: file, error, refetch, isFetching } = useStaffVerificationQuery(id)
  if (!file) {
    if (!error) {
      return (
        <Loading className={COLUMNS}>
          <Skeleton shape="box" className={cx(MAIN, 'h-90')} />
          <Skeleton shape="box" className={cx(ASIDE, 'h-60')} />
        </Loading>
      )
    }
    if (error instanceof ApiError && error.status === 404) {
      return (
        <EmptyState
          icon={<IdCard />}
          title={t('verifications.desk.missing')}
          text={t('verifications.desk.missing_text')}
        />
      )
    }
    return (
      <LoadFailure
        title={t('verifications.desk.failed')}
        error={error}
        retry={t('verifications.desk.retry')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <div className={COLUMNS}>
      <Panel title={t('verifications.desk.files')} className={MAIN}>
        <p className="mb-4.5 text-small text-mute">{t('verifications.desk.looks')}</p>
        <div className="flex flex-col gap-5">
          {DOCUMENT_KINDS.map((kind) => (
            <SentFile key={kind} id={file.id} kind={kind} isHere={file.files.includes(kind)} />
          ))}
        </div>
      </Panel>
      <div className={ASIDE}>
        <Details file={file} />
        {file.creator === viewer ? (
          <Alert type="info">{t('verifications.desk.own')}</Alert>
        ) : (
          (file.state === 'in_review' || file.state === 'verified') && <Decision file={file} />
        )}
      </div>
    </div>
  )
}

function Details({ file }: { file: StaffVerification }) {
  const { t, language } = useTranslation()
  const { details, iban_last4, sent_at, decided_at, decided_by, refusal } = file
  const day = dateText(`${details.birth_date}T00:00:00Z`, language, 'day', 'UTC')
  const rows = [
    { name: 'legal_name', value: details.legal_name },
    { name: 'birth_date', value: day },
    {
      name: 'address',
      value: `${details.street}, ${details.postal_code} ${details.city}, ${countryName(details.country, language)}`,
    },
    { name: 'tax_number', value: details.tax_number },
    { name: 'account', value: iban_last4 && `•••• ${iban_last4}` },
    { name: 'sent', value: dateText(sent_at, language, 'moment') },
    { name: 'decided', value: decided_at && dateText(decided_at, language, 'moment') },
    { name: 'decided_by', value: decided_by },
    { name: 'reason', value: refusal && t(`verifications.desk.reasons.${refusal.reason}`) },
    { name: 'note', value: refusal?.note },
  ] as const
  return (
    <Panel
      title={file.creator ?? t('verifications.desk.gone')}
      isSmall
      className="wrap-anywhere"
      aside={<VerificationPill state={file.state} />}
    >
      <dl>
        {rows.map(
          ({ name, value }) =>
            value && (
              <div key={name} className="border-t border-dashed border-line py-2 first:border-t-0">
                <dt className="text-small text-mute">{t(`verifications.desk.${name}`)}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  )
}
