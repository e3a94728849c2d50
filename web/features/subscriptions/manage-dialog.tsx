import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { euros } from '#web/lib/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { useCancelMutation, usePortalMutation } from './manage-queries.ts'
import { isUnpaid, type SoldSubscription } from './tickets.ts'

export interface ManageDialogProps {
  ticket: SoldSubscription
  open: boolean
  onClose: () => void
  onWithdraw: (order_id: string) => void
}

/**
 * About one ticket: until when, what it costs next, with which card. A renewing one is stopped in two presses, without a
 * question why and without an offer.
 */
export function ManageDialog({ ticket, open, onClose, onWithdraw }: ManageDialogProps) {
  const { t, language } = useTranslation()
  const [isStopping, setStopping] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const cancel = useCancelMutation(ticket.id, useToastAfterClose(open))
  const { profile_name, ticket: about } = ticket
  const isRenewing = about.kind === 'renewing'

  // The button that led here is gone.
  useEffect(() => {
    if (isStopping) keep.current?.focus()
  }, [isStopping])

  function leave() {
    cancel.reset()
    setStopping(false)
    onClose()
  }

  if (isStopping) {
    return (
      <LazyDialog
        open={open}
        onClose={leave}
        title={t('subscriptions.stop_title')}
        text={
          isUnpaid(ticket) ? (
            t('subscriptions.stop_unpaid', { name: profile_name })
          ) : (
            <>
              {t('subscriptions.stop_text_start', { name: profile_name })}{' '}
              <strong className="font-semibold text-ink">{dateText(ticket.expires_at, language, 'day')}</strong>
              {'. '}
              {t('subscriptions.stop_text_end')}
            </>
          )
        }
        actions={
          <>
            <Button ref={keep} variant="ghost" onClick={leave}>
              {t('subscriptions.keep')}
            </Button>
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined, { onSuccess: leave })}>
              {t('subscriptions.stop')}
            </Button>
          </>
        }
      >
        {cancel.error && <Alert type="error">{errorText(cancel.error)}</Alert>}
      </LazyDialog>
    )
  }
  return (
    <LazyDialog
      open={open}
      onClose={leave}
      picture={<Avatar name={profile_name} src={portraitUrl(ticket.profile_pic)} size={48} />}
      title={
        <>
          {profile_name}
          <span className="block font-sans text-small text-mute">{t(`subscriptions.kind_${about.kind}`)}</span>
        </>
      }
      actions={
        <>
          <Button variant="ghost" onClick={leave}>
            {t('subscriptions.close')}
          </Button>
          {isRenewing && (
            <Button variant="secondary" onClick={() => setStopping(true)}>
              {t('subscriptions.stop')}
            </Button>
          )}
        </>
      }
    >
      <dl>
        <Line label={t('subscriptions.open_until')}>{dateText(ticket.expires_at, language, 'day')}</Line>
        {isRenewing && about.renewal_price !== null && (
          <Line label={t('subscriptions.then_renews')}>
            <span className="num text-lg">{euros(about.renewal_price, language)}</span>
          </Line>
        )}
        {about.card !== null && <CardLine ticket={ticket} card={about.card} />}
        <Line label={t('subscriptions.receipts_of')}>
          <Link to={paths.receipts} className="text-link inline-flex min-h-11 items-center">
            {t('subscriptions.to_receipts')}
          </Link>
        </Line>
      </dl>
      <WithdrawButton ticket={ticket} onWithdraw={onWithdraw} onLeave={leave} />
    </LazyDialog>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-5 border-t border-dashed border-line">
      <dt className="text-soft">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

/** Only a renewing ticket is charged again, so only its card can be changed. */
function CardLine({ ticket, card }: { ticket: SoldSubscription; card: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = usePortalMutation(ticket.id)
  return (
    <Line label={t('subscriptions.card')}>
      {t('subscriptions.card_ending', { digits: card })}
      {ticket.ticket.kind === 'renewing' && (
        <button
          type="button"
          aria-busy={isPending || undefined}
          className="text-link ml-2 min-h-11"
          onClick={() => mutate()}
        >
          {t('subscriptions.change_card')}
          <span className="sr-only"> {t('subscriptions.change_card_of')}</span>
        </button>
      )}
    </Line>
  )
}

interface WithdrawButtonProps {
  ticket: SoldSubscription
  onWithdraw: (order_id: string) => void
  onLeave: () => void
}

/** Always there for a ticket that was bought. The dialog that it opens knows whether it is too late. */
function WithdrawButton({ ticket: { ticket }, onWithdraw, onLeave }: WithdrawButtonProps) {
  const { t } = useTranslation()
  const { order_id } = ticket
  if (order_id === null) return null
  return (
    <button
      type="button"
      className="text-link mt-1 min-h-11 text-label"
      onClick={() => {
        onLeave()
        onWithdraw(order_id)
      }}
    >
      {t('subscriptions.withdraw')}
    </button>
  )
}
