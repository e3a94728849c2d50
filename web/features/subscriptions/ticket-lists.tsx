import { Ticket, TicketX } from 'lucide-react'
import { type FocusEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useTickets } from './queries.ts'
import { TicketCard } from './ticket-card.tsx'

/** Those that a window shows at once. */
const FIRST = 8

const GRID = 'grid gap-4 lg:grid-cols-2 lg:gap-5.5'

/** What a member holds and what they held: two lists of tickets. */
export function TicketLists() {
  const { t } = useTranslation()
  const query = useTickets()
  const { ongoing, past } = query
  const focus = useKeptFocus<HTMLDivElement>()
  // What is past comes after all that is ongoing: until the first of it is there, nobody knows.
  const isPastKnown = past.length > 0 || !query.hasNextPage
  return (
    <PagedList
      query={query}
      count={ongoing.length + past.length}
      list={focus.ref}
      focusable="a"
      skeleton={<Coming />}
      words={{
        failed: t('subscriptions.failed'),
        retry: t('subscriptions.try_again'),
        more: t('subscriptions.more'),
      }}
      endClassName="mt-11 pb-8"
    >
      <div {...focus} className="flex flex-col gap-11">
        <Section title={t('subscriptions.ongoing')} count={ongoing.length} goesOn={!isPastKnown}>
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
                  <TicketCard ticket={ticket} left={ticket.left} isFarDown={index >= FIRST} />
                </li>
              ))}
            </ul>
          )}
        </Section>
        {isPastKnown && (
          <Section title={t('subscriptions.past')} count={past.length} goesOn={query.hasNextPage} isPast>
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
                    <TicketCard ticket={ticket} isFarDown={ongoing.length + index >= FIRST} />
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

interface SectionProps {
  title: string
  /** How many there are; while they are on their way nobody knows. */
  count?: number
  /** There are more of them than that. */
  goesOn?: boolean
  isPast?: boolean
  children: ReactNode
}

function Section({ title, count = 0, goesOn = false, isPast = false, children }: SectionProps) {
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
              {goesOn && '+'}
            </span>
          </Pill>
        )}
      </h2>
      {children}
    </section>
  )
}

/** The shape of what comes. */
function Coming() {
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

/** The shape of a ticket that comes. */
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
 * A ticket that goes from one list to the other is drawn anew; whoever was at it with the keyboard stays at it. For the
 * element around both lists.
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
      // Who goes elsewhere leaves the ticket where it is.
      queueMicrotask(() => {
        if (target.isConnected && at.current === left) at.current = null
      })
    },
  }
}
