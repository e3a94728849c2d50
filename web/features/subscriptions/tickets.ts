import type { InfiniteData } from '@tanstack/react-query'
import type { Subscription } from '#contract/subscriptions.ts'
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

/**
 * Splits the subscriptions into active and past ones, as the server says, except those that have ended since. Duplicates
 * are removed: a subscription that ends between two requests is on two pages.
 */
export function ticketsOf(list: TicketList | undefined, now: number): Tickets {
  const pages = list?.pages.map(({ rows, ahead_ms }) => ({
    rows: rows.map((ticket) => ({ id: ticket.id, ticket, ends_at: Date.parse(ticket.expires_at) - ahead_ms })),
  }))
  const all = rowsOf(pages && { pages })
  const isOngoing = ({ ticket, ends_at }: (typeof all)[number]) => ticket.expires_in !== undefined && ends_at > now
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
