import { createHmac, timingSafeEqual } from 'node:crypto'
import { newSecret } from '#server/store/ids.ts'

/**
 * A cable ticket is a short-lived token in the URL of the live socket. It replaces the session token there, because proxies
 * log URLs. It is signed (HMAC), so that no process has to store it, and it is valid for the live socket only.
 */
export const TICKET_SECONDS = 60
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

/** Returns undefined if the signature is invalid. The caller checks the expiry. */
export function readTicket(secret: Buffer, text: string): CableTicket | undefined {
  const [, session_id = '', nonce = '', seconds = '', mac = ''] = text.match(TICKET) ?? []
  if (mac === '') return undefined
  const expected = macOf(secret, `${session_id}.${nonce}.${seconds}`)
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), expected)) return undefined
  return { session_id, nonce, expires_at: new Date(Number(seconds) * 1000) }
}

/** Makes tickets single-use within this process: remembers each nonce until its ticket has expired. */
export class UsedTickets {
  readonly #used = new Map<string, number>()

  /** Returns false if the ticket was used before or has expired. */
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
