import { Ticket, TicketX, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { TicketCard } from './ticket-card.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useTickets } from './use-tickets.ts'

const AHEAD_PX = 800
/** Those that a window shows at once. */
const FIRST = 8

const GRID = 'grid gap-4 lg:grid-cols-2 lg:gap-[22px]'

/** What a member holds and what they held: two lists of tickets. */
export function TicketLists() {
  const { t } = useTranslation()
  const { ongoing, past, isPending, isLoadingError, isFetching, error, refetch, ...more } = useTickets()
  const focus = useKeptFocus<HTMLDivElement>()
  /** The place of the first ticket that somebody asked for by pressing the button. */
  const awaited = useRef<number | null>(null)
  const total = ongoing.length + past.length

  useEffect(() => {
    if (awaited.current === null || total <= awaited.current) return
    focus.ref.current?.querySelectorAll('a')[awaited.current]?.focus()
    awaited.current = null
  }, [total, focus.ref])

  if (isPending) return <Coming />
  if (isLoadingError) {
    return (
      <EmptyState
        icon={<WifiOff />}
        title={t('subscriptions.failed')}
        text={errorText(error)}
        action={
          <Button variant="secondary" size="sm" loading={isFetching} onClick={() => void refetch()}>
            {t('subscriptions.try_again')}
          </Button>
        }
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
          />
        ) : (
          <ul aria-label={t('subscriptions.ongoing')} className={GRID}>
            {ongoing.map((ticket, index) => (
              <li key={ticket.id} data-ticket={ticket.id}>
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
                <li key={ticket.id} data-ticket={ticket.id}>
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
        onAsked={() => {
          awaited.current = total
        }}
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
      <h2 id={id} className="t2 mb-4 flex min-h-[27px] items-center gap-2">
        {title}
        {count > 0 && (
          <Pill colour={isPast ? 'neutral' : 'brass'}>
            <span className="num text-[0.9375rem] leading-none font-normal">
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
