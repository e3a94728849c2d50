import { createHmac, timingSafeEqual } from 'node:crypto'
import { newSecret } from '#server/store/ids.ts'

/**
 * A ticket stands in the address of the live socket instead of the session's token: addresses are written into the logs of
 * proxies. It is signed, so that no process has to remember it, and it opens nothing but the live socket.
 */
const TICKET_SECONDS = 60
const TICKET = /^([0-9a-f-]{36})\.([\w-]{43})\.(\d{1,12})\.([\w-]{43})$/

export interface CableTicket {
  session_id: string
  nonce: string
  expires_at: Date
}

export function newTicket(session_id: string, now: Date): CableTicket {
  const seconds = Math.floor(now.getTime() / 1000) + TICKET_SECONDS
  return { session_id, nonce: newSecret(), expires_at: new Date(seconds * 1000) }
}

export function writeTicket(secret: Buffer, { session_id, nonce, expires_at }: CableTicket): string {
  const body = `${session_id}.${nonce}.${expires_at.getTime() / 1000}`
  return `${body}.${macOf(secret, body).toString('base64url')}`
}

/** Undefined for what we did not write. The caller decides about one that has expired. */
export function readTicket(secret: Buffer, text: string): CableTicket | undefined {
  const [, session_id = '', nonce = '', seconds = '', mac = ''] = text.match(TICKET) ?? []
  if (mac === '') return undefined
  const expected = macOf(secret, `${session_id}.${nonce}.${seconds}`)
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), expected)) return undefined
  return { session_id, nonce, expires_at: new Date(Number(seconds) * 1000) }
}

/** Makes tickets good for one connection to this process. It remembers them for as long as they would be good. */
export class UsedTickets {
  readonly #used = new Map<string, number>()

  /** False when the ticket was used before or has expired. */
  use({ nonce, expires_at }: CableTicket, now: Date): boolean {
    for (const [old, until] of this.#used) {
      if (until > now.getTime()) break
      this.#used.delete(old)
    }
    if (expires_at <= now || this.#used.has(nonce)) return false
    this.#used.set(nonce, now.getTime() + TICKET_SECONDS * 1000)
    return true
  }
}

function macOf(secret: Buffer, body: string): Buffer {
  return createHmac('sha256', secret).update('cable ticket').update(body).digest()
}
