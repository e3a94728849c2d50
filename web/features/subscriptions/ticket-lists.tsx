import { Ticket, TicketX } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useFocusOnMore } from '#web/ui/use-focus-on-more.ts'
import { TicketCard } from './ticket-card.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useTickets } from './use-tickets.ts'

const AHEAD_PX = 800
/** Those that a window shows at once. */
const FIRST = 8

const GRID = 'grid gap-4 lg:grid-cols-2 lg:gap-5.5'

/** What a member holds and what they held: two lists of tickets. */
export function TicketLists() {
  const { t } = useTranslation()
  const { ongoing, past, isPending, isLoadingError, isFetching, error, refetch, ...more } = useTickets()
  const focus = useKeptFocus<HTMLDivElement>()
  const total = ongoing.length + past.length
  const awaitMore = useFocusOnMore(total, (place) => focus.ref.current?.querySelectorAll('a')[place])

  if (isPending) return <Coming />
  if (isLoadingError) {
    return (
      <LoadFailure
        title={t('subscriptions.failed')}
        error={error}
        retry={t('subscriptions.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  // What is past comes after all that is ongoing: until the first of it is there, nobody knows.
  const isPastKnown = past.length > 0 || !more.hasNextPage
  return (
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
        <Section title={t('subscriptions.past')} count={past.length} goesOn={more.hasNextPage} isPast>
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
      <ListEnd
        {...more}
        words={{
          more: t('subscriptions.more'),
          failed: t('subscriptions.failed'),
          retry: t('subscriptions.try_again'),
        }}
        ahead_px={AHEAD_PX}
        size="sm"
        className="flex flex-col items-center gap-4 pb-8"
        onAsked={awaitMore}
      />
    </div>
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
