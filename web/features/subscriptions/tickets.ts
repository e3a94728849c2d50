import type { InfiniteData } from '@tanstack/react-query'
import type { Subscription, Ticket } from '#contract/subscriptions.ts'
import { type TimeLeft, timeLeft } from '#contract/time-left.ts'
import { type Page, rowsOf } from '#web/lib/queries/paged-query.ts'

/** `ahead_ms` is the clock skew: positive if the server's clock is ahead of this one. */
export type TicketPage = Page<Subscription, { ahead_ms: number }>
export type TicketList = InfiniteData<TicketPage>

export interface OngoingTicket extends Subscription {
  left: TimeLeft
  /** The end, by this clock. */
  ends_at: number
}

export interface Tickets {
  ongoing: OngoingTicket[]
  past: Subscription[]
}

/** A subscription of a house where tickets are sold. */
export interface SoldSubscription extends Subscription {
  ticket: Ticket
}

export function isSold<S extends Subscription>(subscription: S): subscription is S & SoldSubscription {
  return subscription.ticket !== undefined
}

/** What the line of a ticket says. */
export type TicketState = 'renews' | 'failed' | 'single' | 'stopped' | 'granted' | 'expired' | 'refunded'

export function stateOf({ ticket }: SoldSubscription, isPast: boolean): TicketState {
  if (isPast) return ticket.refunded_at === null ? 'expired' : 'refunded'
  if (ticket.kind !== 'renewing') return ticket.kind
  return ticket.grace_until === null ? 'renews' : 'failed'
}

/** The renewal has begun and is not paid yet: who stops it now has no seat any more. */
export function isUnpaid({ expires_at, ticket }: SoldSubscription): boolean {
  if (ticket.kind !== 'renewing') return false
  return ticket.grace_until !== null || (ticket.renews_at !== null && ticket.renews_at > expires_at)
}

/** The end of access: while a failed renewal is charged again, that is the end of the grace. */
function endOf({ expires_at, ticket }: Subscription): number {
  return Math.max(Date.parse(expires_at), Date.parse(ticket?.grace_until ?? expires_at))
}

/**
 * Splits the subscriptions into active and past ones, as the server says, except those that have ended since. Duplicates
 * are removed: a subscription that ends between two requests is on two pages. One that renews stays where it is at the end of
 * its period: the server says whether it went on.
 */
export function ticketsOf(list: TicketList | undefined, now: number): Tickets {
  const pages = list?.pages.map(({ rows, ahead_ms }) => ({
    rows: rows.map((ticket) => ({ id: ticket.id, ticket, ends_at: endOf(ticket) - ahead_ms })),
  }))
  const all = rowsOf(pages && { pages })
  const isOngoing = ({ ticket, ends_at }: (typeof all)[number]) =>
    ticket.expires_in !== undefined && (ends_at > now || ticket.ticket?.kind === 'renewing')
  return {
    ongoing: all
      .filter(isOngoing)
      .toSorted((one, other) => one.ends_at - other.ends_at)
      .map(({ ticket, ends_at }) => ({ ...ticket, ends_at, left: timeLeft(ends_at - now) })),
    past: all
      .filter((each) => !isOngoing(each))
      .toSorted((one, other) => other.ends_at - one.ends_at)
      .map(({ ticket }) => ticket),
  }
}

const SKEW_MIN_MS = 60_000

/** Clock skew from the `Date` header. Small differences are ignored, because they may be the latency of the response. */
export function clockSkew(date: string | null, now: number): number {
  const ahead = date === null ? 0 : Date.parse(date) - now
  return Math.abs(ahead) < SKEW_MIN_MS ? 0 : ahead
}

/** Replaces a subscription in the list. */
export function withTicket(list: TicketList, changed: Subscription): TicketList {
  const pages = list.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => (row.id === changed.id ? changed : row)),
  }))
  return { ...list, pages }
}
