import { live } from '#contract/live.ts'
import { call } from '#web/lib/api.ts'

/** A call that hangs must not keep the next attempt from being made. */
const PATIENCE_MS = 8_000

/** One attempt to get a ticket for the live socket. */
export interface TicketCall {
  /** Null when none came. A refused session has been ended by then, as with every call. */
  ticket: Promise<string | null>
  cancel(): void
}

export function askForTicket(): TicketCall {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS)
  const ticket = call(live.create_cable_ticket, undefined, { signal: controller.signal })
    .then(
      (answer) => answer.ticket,
      () => null,
    )
    .finally(() => clearTimeout(timer))
  return { ticket, cancel: () => controller.abort() }
}
