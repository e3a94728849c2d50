import { Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { type Order, WITHDRAWAL_DAYS } from '#contract/payments.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { toast } from '#web/lib/toasts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useOrderQuery, useWithdrawMutation } from './queries.ts'

export interface WithdrawDialogProps {
  order_id: string
  open: boolean
  onClose: () => void
}

/** Withdrawal from a purchase: says what it does for this order, and asks. It also opens when it is too late, to say so. */
export function WithdrawDialog({ order_id, open, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation()
  const { data: order, error } = useOrderQuery(order_id)
  const keep = useRef<HTMLButtonElement>(null)
  const withdrawal = useWithdrawMutation(useToastAfterClose(open))

  function leave() {
    withdrawal.reset()
    onClose()
  }

  return (
    <LazyDialog
      open={open}
      onClose={leave}
      title={t(`payments.withdraw.${order ? TITLES[stepOf(order)] : 'title'}`)}
      text={order && <Effect order={order} />}
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} variant="ghost" onClick={leave}>
            {t(order && mayWithdraw(order) ? 'payments.withdraw.keep' : 'payments.withdraw.close')}
          </Button>
          {order && <Action order={order} withdrawal={withdrawal} onDone={onClose} />}
        </>
      }
    >
      {(withdrawal.error || !order || order.withdrawal_answer) && (
        <>
          {order?.withdrawal_answer && <WithdrawalAnswer answer={order.withdrawal_answer} />}
          {withdrawal.error && <Alert type="error">{errorText(withdrawal.error)}</Alert>}
          {!order && error && <Alert type="error">{`${t('payments.withdraw.failed')}. ${errorText(error)}`}</Alert>}
          {!order && !error && (
            <Loading>
              <Skeleton shape="line" />
              <Skeleton shape="line" className="mt-2.5 w-3/5" />
            </Loading>
          )}
        </>
      )}
    </LazyDialog>
  )
}

/** What a withdrawal does or did: the money comes back at once, staff are asked or have answered, or it is too late. */
type Step = 'now' | 'ask' | 'waits' | 'declined' | 'late'

const TITLES = { now: 'title', ask: 'title', late: 'title', waits: 'waits', declined: 'declined' } as const

function stepOf({ state, withdrawal, withdrawal_asked_at, withdrawal_declined_at }: Order): Step {
  if (withdrawal === 'now') return 'now'
  if (state === 'paid' && withdrawal_declined_at !== null) return 'declined'
  if (state === 'paid' && withdrawal_asked_at !== null) return 'waits'
  return withdrawal ?? 'late'
}

function mayWithdraw(order: Order): boolean {
  const step = stepOf(order)
  return step === 'now' || step === 'ask'
}

function Effect({ order }: { order: Order }) {
  const { t, language } = useTranslation()
  const date = order.withdrawal_declined_at ?? order.withdrawal_asked_at
  const name = order.creator?.username ?? t('payments.order.somebody')
  return t(`payments.withdraw.${stepOf(order)}_text`, {
    date: date === null ? '' : dateText(date, language, 'day'),
    name,
    amount: euros(order.charged, language),
    days: WITHDRAWAL_DAYS,
  })
}

interface ActionProps {
  order: Order
  withdrawal: ReturnType<typeof useWithdrawMutation>
  onDone: () => void
}

function Action({ order, withdrawal, onDone }: ActionProps) {
  const { t, language } = useTranslation()
  const way = stepOf(order)
  if (way === 'waits') return null
  if (way === 'late' || way === 'declined') {
    return (
      <ButtonLink to={paths.contact_us} variant="secondary">
        {t('payments.withdraw.write')}
      </ButtonLink>
    )
  }
  return (
    <Button
      icon={<Undo2 aria-hidden="true" />}
      loading={withdrawal.isPending}
      onClick={() =>
        withdrawal.mutate(order, {
          onSuccess: () => {
            onDone()
            const amount = euros(order.charged, language)
            toast({ type: 'success', message: t(`payments.withdraw.done_${way}`, { amount }) })
          },
        })
      }
    >
      {t(`payments.withdraw.${way}`)}
    </Button>
  )
}

/** What staff answered, in their words. */
function WithdrawalAnswer({ answer }: { answer: string }) {
  const { t } = useTranslation()
  return (
    <figure className="rounded-lg bg-sunken px-4 py-3.5">
      <figcaption className="text-small text-mute">{t('payments.withdraw.answer')}</figcaption>
      <blockquote className="mt-1 leading-note wrap-anywhere whitespace-pre-line">{answer}</blockquote>
    </figure>
  )
}
