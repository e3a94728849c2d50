import { CreditCard, ReceiptText, Ticket, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { generatePath } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { Order } from '#contract/payments.ts'
import dancer from '#web/assets/dancer.avif'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export interface OrderViewProps {
  order: Order
  /** The fan came back from the page of the provider without paying. */
  hasLeft: boolean
}

/** How an order went. Nothing opens before the provider has spoken: until then the curtain is closed. */
export function OrderView({ order, hasLeft }: OrderViewProps) {
  if (order.state === 'paid') return <Ready order={order} />
  if (order.state !== 'waiting') return <NotBought order={order} state={order.state} />
  return hasLeft ? <NotBought order={order} state="left" /> : <Waiting order={order} />
}

/** The name in a sentence. A creator who left has none. */
function useCreatorName({ creator }: Order): string {
  const { t } = useTranslation()
  return creator?.username ?? t('payments.order.somebody')
}

function profilePath(username: string): string {
  return generatePath(paths.profile, { username })
}

/** Leads back to the creator, or home if they have left. */
function BackLink({ order: { creator } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <ButtonLink variant="ghost-light" to={creator ? profilePath(creator.username) : paths.home}>
      {creator ? t('payments.order.back_to', { name: creator.username }) : t('payments.order.home')}
    </ButtonLink>
  )
}

function Waiting({ order }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <ClosedCurtain seal={<Spinner size="lg" />} title={t('payments.order.waiting')}>
      {/* Read once: it does not change while the order is asked for again. */}
      <div role="status">
        <p>{t('payments.order.waiting_text')}</p>
        <p className="mt-3.5 text-label">{t('payments.order.waiting_leave')}</p>
      </div>
      <div className="mt-5.5">
        <BackLink order={order} />
      </div>
    </ClosedCurtain>
  )
}

/** The titles of the states; the document has them too. */
export const TITLES = {
  waiting: 'payments.order.waiting',
  paid: 'payments.order.ready',
  failed: 'payments.order.failed',
  left: 'payments.order.expired',
  expired: 'payments.order.expired',
  refunded: 'payments.order.refunded',
} as const satisfies Record<Order['state'] | 'left', string>

const SEALS = { failed: <CreditCard />, left: <Ticket />, expired: <Ticket />, refunded: <Undo2 /> }

function NotBought({ order, state }: { order: Order; state: keyof typeof SEALS }) {
  const { t, language } = useTranslation()
  const name = useCreatorName(order)
  const { creator, period, receipt } = order
  return (
    <ClosedCurtain seal={SEALS[state]} title={t(TITLES[state])}>
      <p>{t(`payments.order.${state}_text`, { name, amount: euros(order.charged, language) })}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {state === 'refunded' ? (
          <>
            {receipt !== null && <ReceiptLink number={receipt} variant="ivory" />}
            <BackLink order={order} />
          </>
        ) : creator ? (
          <>
            <ButtonLink variant="ivory" to={{ pathname: profilePath(creator.username), search: `?buy=${period}` }}>
              {t('payments.order.try_again')}
            </ButtonLink>
            <ButtonLink variant="ghost-light" to={profilePath(creator.username)}>
              {t('payments.order.other_ticket')}
            </ButtonLink>
          </>
        ) : (
          <BackLink order={order} />
        )}
      </div>
      {state === 'failed' && (
        <p className="mt-5.5 text-note">
          {t('payments.order.twice')}{' '}
          <TextLink to={paths.contact_us} className="text-ivory">
            {t('payments.order.write')}
          </TextLink>
        </p>
      )}
    </ClosedCurtain>
  )
}

function ReceiptLink({ number, variant }: { number: string; variant: 'ivory' | 'ghost-light' }) {
  const { t } = useTranslation()
  return (
    <ButtonLink
      variant={variant}
      to={generatePath(paths.receipt, { number })}
      icon={<ReceiptText aria-hidden="true" />}
    >
      {t('payments.order.receipt')}
    </ButtonLink>
  )
}

function Ready({ order }: { order: Order }) {
  const { t, language } = useTranslation()
  const name = useCreatorName(order)
  const { creator, period, ends_at, renews, receipt } = order
  const date = ends_at && dateText(ends_at, language, period === 'month' ? 'day' : 'weekday_time')
  const title = useFocusedTitle()
  return (
    <section className="order-stage on-picture">
      <div aria-hidden="true" className="order-stage-picture">
        <img src={dancer} alt="" className="order-stage-figure" />
      </div>
      <span aria-hidden="true" className="order-stage-curtain" data-side="left" />
      <span aria-hidden="true" className="order-stage-curtain" data-side="right" />
      <div className="order-stage-words">
        <p className="cue text-candle">{t('payments.order.ready_cue')}</p>
        <h1 ref={title} tabIndex={-1} className="order-title d-l mt-2">
          {t('payments.order.ready_start')} <em>{t('payments.order.ready_end')}</em>
        </h1>
        <p className="lead mx-auto mt-3 max-w-130 text-ivory-soft">
          {t('payments.order.welcome', { name })}{' '}
          {date && t(`payments.order.runs_${renews ? 'renewing' : period}`, { date })}
        </p>
        <div className="mt-6.5 flex flex-wrap justify-center gap-3 max-md:flex-col">
          {creator && (
            <ButtonLink variant="ivory" to={profilePath(creator.username)}>
              {t('payments.order.enter')}
            </ButtonLink>
          )}
          {receipt !== null && <ReceiptLink number={receipt} variant="ghost-light" />}
        </div>
      </div>
      <OpeningCurtain />
    </section>
  )
}

/** The curtain that was closed a moment ago gathers to the sides, and is gone. */
function OpeningCurtain() {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'gone'>('closed')
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPhase('opening'))
    return () => cancelAnimationFrame(frame)
  }, [])
  if (phase === 'gone') return null
  return (
    <div
      aria-hidden="true"
      className="curtain order-stage-front"
      data-opening={phase === 'opening' || undefined}
      onAnimationEnd={() => setPhase('gone')}
    >
      <span className="curtain-stage" />
    </div>
  )
}

/** The focus lands on the heading, and moves to the next one when the order is decided. */
function useFocusedTitle() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return title
}

interface ClosedCurtainProps {
  seal: ReactNode
  title: string
  children: ReactNode
}

function ClosedCurtain({ seal, title, children }: ClosedCurtainProps) {
  const heading = useFocusedTitle()
  return (
    <section className="curtain on-picture grid flex-1 place-items-center">
      <span aria-hidden="true" className="curtain-stage" />
      <span aria-hidden="true" className="curtain-shade" />
      <div className="flex max-w-110 flex-col items-center px-6 py-10 low:py-5 text-center text-pretty text-ivory-soft">
        <Seal icon={seal} className="mb-4.5" />
        <h1 ref={heading} tabIndex={-1} className="order-title t1 mb-1.5 text-ivory">
          {title}
        </h1>
        {children}
      </div>
    </section>
  )
}
