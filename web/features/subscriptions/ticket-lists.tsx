import { Ticket, TicketX } from 'lucide-react'
import { type FocusEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { MoneyTicket } from './money-ticket.tsx'
import { useTickets } from './queries.ts'
import { TicketCard, type TicketCardProps } from './ticket-card.tsx'
import { isSold } from './tickets.ts'

/** Tickets above the fold: their pictures are not lazy. */
const ABOVE_FOLD = 8

const GRID = 'grid gap-4 lg:grid-cols-2 lg:gap-5.5'

export interface TicketListsProps {
  /** Asks whether to withdraw from an order. */
  onWithdraw: (order_id: string) => void
}

/** Two lists of tickets: the active and the past subscriptions. */
export function TicketLists({ onWithdraw }: TicketListsProps) {
  const { t } = useTranslation()
  const query = useTickets()
  const { ongoing, past } = query
  const focus = useKeptFocus<HTMLDivElement>()
  // The server lists past subscriptions after all active ones, so they are unknown until the first one is loaded.
  const isPastKnown = past.length > 0 || !query.hasNextPage
  return (
    <PagedList
      query={query}
      count={ongoing.length + past.length}
      list={focus.ref}
      focusable="a"
      skeleton={<TicketListSkeleton />}
      words={{
        failed: t('subscriptions.failed'),
        retry: t('subscriptions.try_again'),
        more: t('subscriptions.more'),
      }}
      endClassName="mt-11 pb-8"
    >
      <div {...focus} className="flex flex-col gap-11">
        <Section title={t('subscriptions.ongoing')} count={ongoing.length} hasMore={!isPastKnown}>
          {ongoing.length === 0 ? (
            <EmptyState
              heading="h3"
              icon={<Ticket />}
              title={t('subscriptions.no_ongoing')}
              text={t('subscriptions.no_ongoing_text')}
              action={<FindCreators />}
            />
          ) : (
            <ul aria-label={t('subscriptions.ongoing')} className={GRID}>
              {ongoing.map((ticket, index) => (
                <li key={ticket.id} data-ticket={ticket.id} className="pass-place">
                  <AnyTicket
                    ticket={ticket}
                    left={ticket.left}
                    isBelowFold={index >= ABOVE_FOLD}
                    onWithdraw={onWithdraw}
                  />
                </li>
              ))}
            </ul>
          )}
        </Section>
        {isPastKnown && (
          <Section title={t('subscriptions.past')} count={past.length} hasMore={query.hasNextPage} isPast>
            {past.length === 0 ? (
              <EmptyState
                heading="h3"
                icon={<TicketX />}
                title={t('subscriptions.no_past')}
                text={t('subscriptions.no_past_text')}
              />
            ) : (
              <ul aria-label={t('subscriptions.past')} className={GRID}>
                {past.map((ticket, index) => (
                  <li key={ticket.id} data-ticket={ticket.id} className="pass-place">
                    <AnyTicket
                      ticket={ticket}
                      isBelowFold={ongoing.length + index >= ABOVE_FOLD}
                      onWithdraw={onWithdraw}
                    />
                  </li>
                ))}
              </ul>
            )}
          </Section>
        )}
      </div>
    </PagedList>
  )
}

/** Where tickets are sold, a ticket says what it costs and what can be done with it. */
function AnyTicket({ ticket, onWithdraw, ...rest }: TicketCardProps & TicketListsProps) {
  if (isSold(ticket)) return <MoneyTicket {...rest} ticket={ticket} onWithdraw={onWithdraw} />
  return <TicketCard {...rest} ticket={ticket} />
}

interface SectionProps {
  title: string
  /** Left out while the list is loading. */
  count?: number
  /** Whether the list has more pages. */
  hasMore?: boolean
  isPast?: boolean
  children: ReactNode
}

function Section({ title, count = 0, hasMore = false, isPast = false, children }: SectionProps) {
  const { language } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="t2 mb-4 flex min-h-6.75 items-center gap-2">
        {title}
        {count > 0 && (
          <Pill colour={isPast ? 'neutral' : 'brass'}>
            <span className="num text-label leading-none font-normal">
              {count.toLocaleString(language)}
              {hasMore && '+'}
            </span>
          </Pill>
        )}
      </h2>
      {children}
    </section>
  )
}

function TicketListSkeleton() {
  const { t } = useTranslation()
  return (
    <Section title={t('subscriptions.ongoing')}>
      <Loading>
        <div className={GRID}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <TicketSkeleton key={key} />
          ))}
        </div>
      </Loading>
    </Section>
  )
}

function TicketSkeleton() {
  return (
    <div className="pass">
      <div className="pass-paper">
        <Skeleton shape="box" className="pass-picture rounded-none!" />
        <div className="pass-body gap-2.5">
          <Skeleton shape="line" className="h-4 w-3/5" />
          <Skeleton shape="line" className="w-2/5" />
        </div>
        <div className="pass-stub gap-2">
          <Skeleton shape="line" className="h-7 w-9" />
          <Skeleton shape="line" className="w-14" />
        </div>
      </div>
    </div>
  )
}

function ticketOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-ticket]')?.dataset.ticket ?? null
}

/**
 * Restores the focus: a ticket that moves from one list to the other is mounted again and would lose it. The result is for
 * the element around both lists.
 */
function useKeptFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const at = useRef<string | null>(null)

  useLayoutEffect(() => {
    if (at.current === null || document.activeElement !== document.body) return
    ref.current?.querySelector<HTMLElement>(`[data-ticket="${at.current}"] a`)?.focus({ preventScroll: true })
  })

  return {
    ref,
    onFocus({ target }: FocusEvent) {
      at.current = ticketOf(target)
    },
    onBlur({ target }: FocusEvent) {
      const left = ticketOf(target)
      // If the ticket is still mounted, the focus has moved elsewhere on purpose.
      queueMicrotask(() => {
        if (target.isConnected && at.current === left) at.current = null
      })
    },
  }
}
