import { live } from '#contract/live.ts'
import { call } from '#web/lib/api.ts'

/** A request that hangs must not block the next attempt to connect. */
const TIMEOUT_MS = 8_000

/** A request for a cable ticket: the single-use token in the URL of the live socket. */
export interface TicketRequest {
  /** Null if the request failed. As with every call, a refused token has ended the session by then. */
  ticket: Promise<string | null>
  cancel(): void
}

export function requestTicket(): TicketRequest {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
  const ticket = call(live.create_cable_ticket, undefined, { signal: controller.signal })
    .then(
      (answer) => answer.ticket,
      () => null,
    )
    .finally(() => clearTimeout(timer))
  return { ticket, cancel: () => controller.abort() }
}
