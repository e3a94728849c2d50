import { expect, vi } from 'vitest'
import { fakeBrowser } from './fake-browser.ts'

/** Replaces WebSocket in the Action Cable client. The test plays the server. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  protocol = 'actioncable-v1-json'
  readonly sent: { command: string; identifier: string; data?: string }[] = []
  onopen?: () => void
  onclose?: () => void
  onmessage?: (event: { data: string }) => void

  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    server.sockets.push(this)
  }

  send(frame: string) {
    this.sent.push(JSON.parse(frame))
  }

  close() {
    this.readyState = FakeSocket.CLOSED
    this.onclose?.()
  }

  opens() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
    this.dispatchEvent(new Event('open'))
    if (this.readyState === FakeSocket.OPEN) this.says({ type: 'welcome' })
  }

  says(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  subscribed(): string[] {
    return this.sent.filter(({ command }) => command === 'subscribe').map(({ identifier }) => identifier)
  }
}

export type TicketAnswer = { status: number; ticket?: string; token?: string } | 'nothing' | 'no network'

/** The state of the fake server: its sockets, and how it answers requests for a ticket. */
const server = {
  sockets: [] as FakeSocket[],
  /** The session token of each request for a ticket. */
  asked: [] as string[],
  answerTicket: giveTicket,
}

function giveTicket(token: string): TicketAnswer {
  return { status: 201, ticket: `ticket ${server.asked.length} of ${token}` }
}

/** Stubs a browser whose live connection leads to the test. */
export function fakeLiveServer() {
  fakeBrowser()
  Object.assign(server, { sockets: [], asked: [], answerTicket: giveTicket })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', fetchTicket)
  vi.stubEnv('VITE_API_HOST', '')
  return server
}

/** Answers `POST /cable_tickets`. It uses no timers, so that tests can use fake ones. */
async function fetchTicket(url: string, { method, headers, signal }: RequestInit): Promise<unknown> {
  expect([method, url]).toEqual(['POST', '/api/cable_tickets'])
  const token = new Headers(headers).get('authorization') ?? ''
  server.asked.push(token)
  const answer = server.answerTicket(token)
  if (answer === 'no network') throw new TypeError('Failed to fetch')
  if (answer === 'nothing') {
    return await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const { status, ticket } = answer
  return {
    ok: status === 201,
    status,
    url: 'https://loge.test/api/cable_tickets',
    headers: new Headers(answer.token === undefined ? {} : { authorization: answer.token }),
    json: async () => (ticket === undefined ? { error: 'No' } : { ticket, expires_at: '2026-03-01T12:01:00.000Z' }),
  }
}

export function ticketIn({ url }: FakeSocket): string | null {
  return new URL(url).searchParams.get('token')
}

/** Waits until this many sockets were opened, and returns the newest. The client is loaded before it opens the first one. */
export async function socket(count = 1): Promise<FakeSocket> {
  await vi.waitFor(() => expect(server.sockets).toHaveLength(count))
  const newest = server.sockets.at(-1)
  if (!newest) throw new Error('There is no socket')
  return newest
}
