import { CalendarX2, Gift, RotateCw, SlidersHorizontal, Ticket, TriangleAlert, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { generatePath, Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { TimeLeft } from '#contract/time-left.ts'
import { loadNamespace, useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { euros } from '#web/lib/money.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { usePortalMutation, useResumeMutation } from './manage-queries.ts'
import { Picture, Stub } from './ticket-card.tsx'
import { type SoldSubscription, stateOf, type TicketState } from './tickets.ts'

const LazyManageDialog = lazyOverlay(async () => {
  const [{ ManageDialog }] = await Promise.all([import('./manage-dialog.tsx'), loadNamespace('subscriptions/manage')])
  return ManageDialog
})

export interface MoneyTicketProps {
  ticket: SoldSubscription
  /** The remaining time; left out for a past subscription. */
  left?: TimeLeft
  isBelowFold: boolean
  onWithdraw: (order_id: string) => void
}

/**
 * The ticket of a house where tickets are sold: one line that says whether it renews, and what can be done. The name is
 * the link of the whole card; the actions lie above it.
 */
export function MoneyTicket({ ticket, left, isBelowFold, onWithdraw }: MoneyTicketProps) {
  const id = useId()
  const { profile_name, profile_pic } = ticket
  const state = stateOf(ticket, left === undefined)
  return (
    <article
      aria-labelledby={id}
      className="pass money-ticket"
      data-past={left === undefined || undefined}
      data-due={state === 'failed' || undefined}
    >
      <div className="pass-paper">
        <div className="pass-picture">
          <Picture name={profile_name} src={profile_pic && mediaUrl(profile_pic, 480)} lazy={isBelowFold} />
        </div>
        {/* The mask of the paper would also cut off the link that covers the card, so the words lie on it. */}
        <span aria-hidden="true" className="pass-body money-ticket-paper" />
        <div className="money-ticket-body">
          <h3 id={id} className="t2 text-title-xs wrap-anywhere md:text-title-md">
            <Link to={generatePath(paths.creator_alias, { profile_name })} className="money-ticket-link">
              {profile_name}
            </Link>
          </h3>
          <StateLine ticket={ticket} state={state} />
          <WithdrawalLine ticket={ticket} onWithdraw={onWithdraw} />
          <Actions ticket={ticket} state={state} onWithdraw={onWithdraw} />
        </div>
        {left && <Stub left={left} isDue={state === 'failed'} />}
      </div>
    </article>
  )
}

const ICONS = { renews: RotateCw, failed: TriangleAlert, single: Ticket, stopped: CalendarX2, granted: Gift }

/** Whether it renews and when, or how it ended. */
function StateLine({ ticket, state }: { ticket: SoldSubscription; state: TicketState }) {
  const text = useStateText(ticket, state)
  if (state === 'expired' || state === 'refunded') {
    return (
      <p className="mt-1.75">
        <Pill>{text}</Pill>
      </p>
    )
  }
  const Icon = ICONS[state]
  return (
    <p className={cx('money-ticket-line', state === 'failed' && 'font-semibold text-warn')}>
      <Icon aria-hidden="true" />
      {text}
    </p>
  )
}

function useStateText({ ticket, expires_at }: SoldSubscription, state: TicketState): string {
  const { t, language } = useTranslation()
  const day = (time: string) => dateText(time, language, 'day_month')
  switch (state) {
    case 'renews':
      return t('subscriptions.renews_on', {
        date: day(ticket.renews_at ?? expires_at),
        amount: euros(ticket.renewal_price ?? '0', language),
      })
    case 'failed':
      return t('subscriptions.payment_failed', {
        date: dateText(ticket.grace_until ?? expires_at, language, 'weekday'),
      })
    case 'stopped':
      return isToday(expires_at)
        ? t('subscriptions.stopped_today', { time: dateText(expires_at, language, 'time') })
        : t('subscriptions.stopped', { date: day(expires_at) })
    case 'expired':
      return t('subscriptions.expired_on', { date: day(expires_at) })
    case 'refunded':
      return t('subscriptions.refunded_on', { date: day(ticket.refunded_at ?? expires_at) })
    default:
      return t(`subscriptions.${state}`)
  }
}

function isToday(time: string): boolean {
  return new Date(time).toDateString() === new Date().toDateString()
}

/** A withdrawal that waits for staff, or their answer. It opens the dialog with the words. */
function WithdrawalLine({ ticket, onWithdraw }: Pick<ActionsProps, 'ticket' | 'onWithdraw'>) {
  const { t, language } = useTranslation()
  const { withdrawal, order_id } = ticket.ticket
  if (withdrawal === null || order_id === null) return null
  const { asked_at, declined_at } = withdrawal
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="money-ticket-action -mx-2.5 text-small"
      onClick={() => onWithdraw(order_id)}
    >
      <Undo2 aria-hidden="true" />
      {declined_at === null
        ? t('subscriptions.withdrawal_waits', { date: dateText(asked_at, language, 'day_month') })
        : t('subscriptions.withdrawal_declined', { date: dateText(declined_at, language, 'day_month') })}
      <span className="sr-only"> {t('subscriptions.of', { name: ticket.profile_name })}</span>
    </button>
  )
}

interface ActionsProps {
  ticket: SoldSubscription
  state: TicketState
  onWithdraw: (order_id: string) => void
}

function Actions({ ticket, state, onWithdraw }: ActionsProps) {
  const { t, language } = useTranslation()
  const { profile_name, ticket: about } = ticket
  const name = <span className="sr-only"> {t('subscriptions.of', { name: profile_name })}</span>
  if (state === 'expired' || state === 'refunded') {
    if (about.again_from === null) return null
    return (
      <div className="money-ticket-actions">
        <Link
          to={{ pathname: generatePath(paths.creator_alias, { profile_name }), search: '?buy=month' }}
          className="money-ticket-action text-garnet-ink"
        >
          <Ticket aria-hidden="true" />
          {t('subscriptions.again', { amount: euros(about.again_from, language) })}
          {name}
        </Link>
      </div>
    )
  }
  return (
    <div className="money-ticket-actions">
      {state === 'failed' && <PayButton ticket={ticket} />}
      {state === 'stopped' && <ResumeButton ticket={ticket} />}
      {(state === 'renews' || state === 'single' || state === 'granted') && (
        // It looks like a link, and a press on it reaches the link of the card.
        <span
          aria-hidden="true"
          className={cx('money-ticket-action text-garnet-ink', state !== 'granted' && 'max-md:hidden')}
        >
          {t('subscriptions.see_profile')}
        </span>
      )}
      {state !== 'granted' && <ManageButton ticket={ticket} onWithdraw={onWithdraw} />}
    </div>
  )
}

/** Leads to the page of the provider, where the card is changed and what failed is paid. */
function PayButton({ ticket }: { ticket: SoldSubscription }) {
  const { t, language } = useTranslation()
  const { mutate, isPending } = usePortalMutation(ticket.id)
  return (
    <Button size="sm" className="money-ticket-button" loading={isPending} onClick={() => mutate()}>
      {t('subscriptions.pay', { amount: euros(ticket.ticket.renewal_price ?? '0', language) })}
      <span className="sr-only"> {t('subscriptions.of', { name: ticket.profile_name })}</span>
    </Button>
  )
}

function ResumeButton({ ticket }: { ticket: SoldSubscription }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useResumeMutation(ticket.id)
  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      className="money-ticket-action text-garnet-ink"
      onClick={() => mutate()}
    >
      <RotateCw aria-hidden="true" />
      {t('subscriptions.resume')}
      <span className="sr-only"> {t('subscriptions.of', { name: ticket.profile_name })}</span>
    </button>
  )
}

function ManageButton({ ticket, onWithdraw }: Pick<ActionsProps, 'ticket' | 'onWithdraw'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="money-ticket-action"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden="true" />
        {t('subscriptions.manage')}
        <span className="sr-only"> {t('subscriptions.of', { name: ticket.profile_name })}</span>
      </button>
      <LazyManageDialog ticket={ticket} open={isOpen} onClose={() => setOpen(false)} onWithdraw={onWithdraw} />
    </>
  )
}
