import { CONVERSATION_CHANNEL, INBOX_CHANNEL } from '#contract/live.ts'

/** A command of a client. The identifier is the client's own text and is echoed unchanged. */
export interface Command {
  command: 'subscribe' | 'unsubscribe' | 'message'
  identifier: string
  data?: string
}

export type Channel = { kind: 'conversation'; conversation_id: string } | { kind: 'inbox' }

export type DisconnectReason =
  | 'unauthorized'
  /** The ticket was used before, or is older than a minute. The session is still valid. */
  | 'ticket_expired'
  | 'server_restart'
  /** Events of other processes may have been lost. The client reconnects and fetches again. */
  | 'missed_news'
  | 'too_many_commands'
  | 'too_many_sockets'
  | 'too_slow'
  | 'rate_limited'
  | 'unavailable'

/** Longer texts are ignored, because commands of clients that are not authenticated yet are kept in memory. */
const TEXT_MAX = 512
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined for anything that is not a command; it is ignored. */
export function parseCommand(text: string): Command | undefined {
  const { command, identifier, data } = parseObject(text) ?? {}
  if (command !== 'subscribe' && command !== 'unsubscribe' && command !== 'message') return undefined
  if (typeof identifier !== 'string' || identifier.length > TEXT_MAX) return undefined
  if (typeof data === 'string' && data.length > TEXT_MAX) return undefined
  return typeof data === 'string' ? { command, identifier, data } : { command, identifier }
}

export function parseChannel(identifier: string): Channel | undefined {
  const { channel, conversation_id } = parseObject(identifier) ?? {}
  if (channel === INBOX_CHANNEL) return { kind: 'inbox' }
  if (channel !== CONVERSATION_CHANNEL || typeof conversation_id !== 'string') return undefined
  return UUID.test(conversation_id)
    ? { kind: 'conversation', conversation_id: conversation_id.toLowerCase() }
    : undefined
}

export function parseAction(data: string | undefined): unknown {
  return data === undefined ? undefined : parseObject(data)?.action
}

export const WELCOME = '{"type":"welcome"}'

export function pingFrame(now: Date): string {
  return JSON.stringify({ type: 'ping', message: Math.floor(now.getTime() / 1000) })
}

export function confirmFrame(identifier: string): string {
  return JSON.stringify({ identifier, type: 'confirm_subscription' })
}

export function rejectFrame(identifier: string): string {
  return JSON.stringify({ identifier, type: 'reject_subscription' })
}

export function disconnectFrame(reason: DisconnectReason, reconnect: boolean): string {
  return JSON.stringify({ type: 'disconnect', reason, reconnect })
}

/** `message` is already JSON, so that an event is serialised once for all recipients. */
export function messageFrame(identifier: string, message: string): string {
  return `{"identifier":${JSON.stringify(identifier)},"message":${message}}`
}
