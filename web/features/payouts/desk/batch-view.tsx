import { Check, Download, Landmark, SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#contract/dates.ts'
import type { PayoutBatch } from '#contract/payouts.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { Figure } from '#web/ui/panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { BatchPills, BatchText } from './batch-card.tsx'
import { Cards } from './payouts-desk.tsx'
import { useBatchFileMutation, useBatchQuery, useMarkBatchMutation, useStaffPayoutsQuery } from './queries.ts'
import { StaffPayoutCard } from './staff-payout-card.tsx'

/** One batch: the file for the bank, what the bank has said, and every line. */
export function BatchView({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: batch, error, refetch, isFetching } = useBatchQuery(id)
  if (batch) {
    return (
      <>
        <Head batch={batch} />
        <Lines batch={batch} />
      </>
    )
  }
  if (!error) {
    return (
      <Loading className="flex flex-col gap-5">
        <Skeleton shape="box" className="h-46" />
        <Skeleton shape="box" className="h-28" />
      </Loading>
    )
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={<Landmark />}
        title={t('payouts.desk.batch_missing')}
        text={t('payouts.desk.batch_missing_text')}
      />
    )
  }
  return (
    <LoadFailure
      title={t('payouts.desk.failed')}
      error={error}
      retry={t('payouts.desk.retry')}
      onRetry={refetch}
      isRetrying={isFetching}
    />
  )
}

function Head({ batch }: { batch: PayoutBatch }) {
  const { t, language } = useTranslation()
  const [asked, setAsked] = useState<'sent' | 'paid'>('sent')
  const [isOpen, setOpen] = useState(false)
  const file = useBatchFileMutation(batch)
  const { state, downloaded_at, sent_at } = batch
  const mark = state === 'open' ? 'sent' : state === 'sent' ? 'paid' : null
  return (
    <section
      aria-label={t('payouts.desk.batch', { number: batch.number })}
      className="mb-6 rounded-card border border-line bg-surface p-5.5 md:px-7 md:py-6.5"
    >
      <h2 className="t2">{t('payouts.desk.batch', { number: batch.number })}</h2>
      <Figure>{euros(batch.amount, language)}</Figure>
      <p className="mt-1 text-small text-mute">
        <BatchText batch={batch} />
        {sent_at !== null && <> · {t('payouts.desk.sent_on', { date: dateText(sent_at, language, 'moment') })}</>}
      </p>
      <p className="mt-2.5 flex flex-wrap gap-2">
        <BatchPills batch={batch} />
      </p>
      <div className="mt-4.5 flex flex-wrap gap-3">
        <Button
          size="sm"
          variant={downloaded_at === null ? 'primary' : 'secondary'}
          icon={<Download aria-hidden="true" />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('payouts.desk.file')}
        </Button>
        {mark && (
          <Button
            size="sm"
            variant={downloaded_at === null ? 'secondary' : 'primary'}
            icon={mark === 'sent' ? <SendHorizontal aria-hidden="true" /> : <Check aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => {
              setAsked(mark)
              setOpen(true)
            }}
          >
            {t(`payouts.desk.mark_${mark}`)}
          </Button>
        )}
      </div>
      <p className="mt-3 text-small text-mute text-pretty">{t('payouts.desk.file_text')}</p>
      <MarkDialog batch={batch} state={asked} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

interface MarkDialogProps {
  batch: PayoutBatch
  state: 'sent' | 'paid'
  open: boolean
  onClose: () => void
}

/** Asks before creators are told. */
function MarkDialog({ batch, state, open, onClose }: MarkDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error, reset } = useMarkBatchMutation(batch.id, useToastAfterClose(open))
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(`payouts.desk.mark_${state}_title`)}
      text={t(`payouts.desk.mark_${state}_text`)}
      words={{ keep: t('payouts.desk.cancel'), confirm: t(`payouts.desk.mark_${state}`) }}
      variant="primary"
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() =>
        mutate(state, {
          onSuccess: () => {
            onClose()
            toast({ type: 'success', message: t(`payouts.desk.marked_${state}`) })
          },
        })
      }
    />
  )
}

function Lines({ batch }: { batch: PayoutBatch }) {
  const query = useStaffPayoutsQuery({ batch: batch.id })
  return (
    <Cards list="lines" query={query} isOld={query.isPlaceholderData}>
      {query.rows.map((payout) => (
        <StaffPayoutCard key={payout.id} payout={payout} />
      ))}
    </Cards>
  )
}
