import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The path to a protected video, or to an export, is a ticket, since a video element and a link send no token: for one
 * session, one thing, some minutes. It opens nothing by itself: whoever shows it is looked up, and the thing is theirs to
 * see now, or not.
 */
export interface Ticket {
  kind: 'media' | 'export'
  /** Of what it is a ticket to. */
  id: string
  session_id: string
}

/** A ticket is good until the end of the next such step: for five minutes at most, and the same for a while. */
const STEP_SECONDS = 150
const MAC_BYTES = 32
const TICKET_BYTES = 16 + 16 + 4 + MAC_BYTES
const TICKET = /^[A-Za-z0-9_-]{91}$/

export function writeTicket(secret: Buffer, { kind, id, session_id }: Ticket, now: Date): string {
  const body = Buffer.alloc(TICKET_BYTES - MAC_BYTES)
  body.write(plain(id), 0, 'hex')
  body.write(plain(session_id), 16, 'hex')
  body.writeUInt32BE((Math.floor(now.getTime() / 1000 / STEP_SECONDS) + 2) * STEP_SECONDS, 32)
  return Buffer.concat([body, macOf(secret, kind, body)]).toString('base64url')
}

/** Undefined for what we did not write, or wrote for something of another kind, and for what was good once. */
export function readTicket(secret: Buffer, kind: Ticket['kind'], text: string, now: Date): Ticket | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Written in one way only: the last character has bits to spare.
  if (!TICKET.test(text) || bytes.toString('base64url') !== text) return undefined
  const body = bytes.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(secret, kind, body))) return undefined
  if (body.readUInt32BE(32) * 1000 <= now.getTime()) return undefined
  return { kind, id: uuid(body.subarray(0, 16)), session_id: uuid(body.subarray(16, 32)) }
}

function macOf(secret: Buffer, kind: Ticket['kind'], body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${kind} ticket`).update(body).digest()
}

function plain(id: string): string {
  return id.replaceAll('-', '')
}

function uuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
