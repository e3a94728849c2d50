import { Download, Landmark } from 'lucide-react'
import { useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PayoutDesk } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { Figure, Panel } from '#web/ui/panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useCreateBatchMutation, usePayoutDeskQuery, useSellerReportMutation } from './queries.ts'

/** What waits for the next batch, and the report of a year. */
export function DeskHead() {
  const { t } = useTranslation()
  const { data: desk, error, refetch, isFetching } = usePayoutDeskQuery()
  return (
    <div className="mb-7 grid gap-5 lg:grid-cols-2">
      {desk ? (
        <Waiting desk={desk} />
      ) : error ? (
        <LoadFailure
          title={t('payouts.desk.failed')}
          error={error}
          retry={t('payouts.desk.retry')}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading>
          <Skeleton shape="box" className="h-46" />
        </Loading>
      )}
      <SellerReport />
    </div>
  )
}

function Waiting({ desk: { method, waiting, has_account } }: { desk: PayoutDesk }) {
  const { t, language } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isManual = method === 'manual'
  return (
    <Panel title={t('payouts.desk.waiting')} isSmall>
      <Figure>{euros(waiting.amount, language)}</Figure>
      <p className="mt-1 text-soft">{t('payouts.desk.lines', { count: waiting.lines })}</p>
      <p className="mt-1 text-small text-mute">{t(`payouts.desk.method_${method}`)}</p>
      {isManual && !has_account && (
        <Alert type="warning" className="mt-3.5">
          {t('payouts.desk.no_account')}
        </Alert>
      )}
      {isManual && (
        <Button
          size="sm"
          className="mt-4"
          icon={<Landmark aria-hidden="true" />}
          disabled={waiting.lines === 0 || !has_account}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('payouts.desk.make')}
        </Button>
      )}
      <BatchDialog waiting={waiting} open={isOpen} onClose={() => setOpen(false)} />
    </Panel>
  )
}

interface BatchDialogProps {
  waiting: PayoutDesk['waiting']
  open: boolean
  onClose: () => void
}

function BatchDialog({ waiting, open, onClose }: BatchDialogProps) {
  const { t, language } = useTranslation()
  const navigate = useNavigate()
  const { mutate, isPending, error, reset } = useCreateBatchMutation(useToastAfterClose(open))
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('payouts.desk.make_title')}
      text={t('payouts.desk.make_text', {
        lines: t('payouts.desk.lines', { count: waiting.lines }),
        amount: euros(waiting.amount, language),
      })}
      words={{ keep: t('payouts.desk.cancel'), confirm: t('payouts.desk.make') }}
      variant="primary"
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: (batch) => void navigate(generatePath(paths.admin_payout_batch, { id: batch.id })),
        })
      }
    />
  )
}

/** The years that a report may be about: the last ones, of which the newest may still run. */
const YEARS = 5

function SellerReport() {
  const { t } = useTranslation()
  const [thisYear] = useState(() => new Date().getUTCFullYear())
  const [year, setYear] = useState(String(thisYear - 1))
  const { mutate, isPending } = useSellerReportMutation()
  return (
    <Panel title={t('payouts.desk.report')} isSmall>
      <p className="text-small text-soft text-pretty">{t('payouts.desk.report_text')}</p>
      <div className="mt-3.5 flex flex-wrap items-end gap-3">
        <Field label={t('payouts.desk.report_year')} className="min-w-28">
          <SelectInput value={year} onChange={(event) => setYear(event.target.value)}>
            {Array.from({ length: YEARS }, (_, age) => String(thisYear - age)).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </SelectInput>
        </Field>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          loading={isPending}
          onClick={() => mutate(year)}
        >
          {t('payouts.desk.report_download')}
        </Button>
      </div>
    </Panel>
  )
}
