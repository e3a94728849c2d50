import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'

/** The published client talks to sockets that the test holds the other end of. */
class FakeSocket extends EventTarget {
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
    sockets.push(this)
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

const CHAT = JSON.stringify({ channel: 'ConversationChannel', conversation_id: 'c1' })
const INBOX = JSON.stringify({ channel: 'InboxChannel' })
const silent = { onEvent() {}, onConfirmed() {}, onRejected() {} }

let sockets: FakeSocket[] = []
let cable: typeof import('./cable.ts')
let session: typeof import('./session.ts')
let onRefused = vi.fn()
/** Who asked for a ticket, by their tokens, and how the server answers. */
let asked: string[] = []
let answerTicket = (token: string): Answer => ({ status: 201, ticket: `ticket ${asked.length} of ${token}` })

type Answer = { status: number; ticket?: string; token?: string } | 'nothing' | 'no network'

/** The server's side of `POST /cable_tickets`. Nothing in it waits for a timer, so that tests may hold the clock. */
async function fetchTicket(url: string, { method, headers, signal }: RequestInit): Promise<unknown> {
  expect([method, url]).toEqual(['POST', '/api/cable_tickets'])
  const token = new Headers(headers).get('authorization') ?? ''
  asked.push(token)
  const answer = answerTicket(token)
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

function ticketIn({ url }: FakeSocket): string | null {
  return new URL(url).searchParams.get('token')
}

/** The newest socket, once there are so many: the client is fetched before the first. */
async function socket(count = 1): Promise<FakeSocket> {
  await vi.waitFor(() => expect(sockets).toHaveLength(count))
  const newest = sockets.at(-1)
  if (!newest) throw new Error('no socket')
  return newest
}

async function amyIsConnected(): Promise<FakeSocket> {
  session.storeToken('amy')
  cable.keepConnected('amy', onRefused)
  const first = await socket()
  first.opens()
  return first
}

beforeEach(async () => {
  fakeBrowser()
  sockets = []
  onRefused = vi.fn()
  asked = []
  answerTicket = (token) => ({ status: 201, ticket: `ticket ${asked.length} of ${token}` })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', fetchTicket)
  vi.stubEnv('VITE_API_HOST', '')
  vi.resetModules()
  cable = await import('./cable.ts')
  session = await import('./session.ts')
})

afterEach(() => {
  session.clearToken()
  // The tests of other files share a process with these: their sessions are none of this connection's business.
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

describe('The live connection', () => {
  it('is not opened for a visitor', () => {
    cable.keepConnected('amy', onRefused)
    expect(cable.cableStatus()).toBe('disconnected')
    expect(sockets).toEqual([])
  })

  it('is opened with a ticket, at the API host, and never with the token', async () => {
    session.storeToken('amy')
    answerTicket = () => ({ status: 201, ticket: 'a+/=' })
    cable.keepConnected('amy', onRefused)
    expect(cable.cableStatus()).toBe('connecting')
    expect(asked).toEqual(['amy'])
    expect((await socket()).url).toBe('wss://loge.test/api/cable?token=a%2B%2F%3D')
    expect(cable.cableStatus()).toBe('connecting')
    ;(await socket()).opens()
    expect(cable.cableStatus()).toBe('connected')
  })

  it('is opened once, however many pages ask for it', async () => {
    await amyIsConnected()
    cable.keepConnected('amy', onRefused)
    expect(sockets).toHaveLength(1)
  })

  it('is closed at sign-out', async () => {
    const first = await amyIsConnected()
    session.clearToken()
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(cable.cableStatus()).toBe('disconnected')
  })

  it('is closed at sign-out even where it was only just being opened', async () => {
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    const first = await socket()
    session.clearToken()
    first.opens()
    expect(first.readyState).toBe(FakeSocket.CLOSED)
  })

  it('does not come back after a sign-out by an attempt that was put off', async () => {
    const first = await amyIsConnected()
    vi.useFakeTimers()
    first.readyState = FakeSocket.OPEN
    vi.setSystemTime(Date.now() + 60_000)
    dispatchEvent(new Event('online'))
    session.clearToken()
    session.storeToken('bob')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sockets.slice(1).map(ticketIn)).toEqual([expect.stringContaining('of bob')])
  })

  it('outlives the rotation of its token', async () => {
    const first = await amyIsConnected()
    session.storeToken('amy, newer')
    expect(first.readyState).toBe(FakeSocket.OPEN)
    expect(sockets).toHaveLength(1)
  })

  it('is another one for another person', async () => {
    const first = await amyIsConnected()
    session.storeToken('bob')
    cable.keepConnected('bob', onRefused)
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(ticketIn(await socket(2))).toContain('of bob')
  })

  it('tries a newer token when the old one is refused, and the same one never twice', async () => {
    cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await amyIsConnected()
    session.storeToken('amy, newer')
    first.says({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    const second = await socket(2)
    expect(ticketIn(second)).toContain('newer')
    expect(onRefused).not.toHaveBeenCalled()
    second.opens()
    vi.useFakeTimers()
    second.says({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(onRefused).toHaveBeenCalledOnce()
    expect(sockets).toHaveLength(2)
    expect(cable.cableStatus()).toBe('disconnected')
  })

  it('that is refused because of a log-out has nobody asked who is there', async () => {
    cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await amyIsConnected()
    vi.useFakeTimers()
    first.says({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    session.clearToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onRefused).not.toHaveBeenCalled()
  })

  it('is no longer called connected when the server has been silent for long', async () => {
    const first = await amyIsConnected()
    vi.useFakeTimers({ now: Date.now() + 7_000, toFake: ['Date'] })
    expect(cable.cableStatus()).toBe('connecting')
    first.says({ type: 'ping' })
    expect(cable.cableStatus()).toBe('connected')
  })

  it('is taken up at once when the network is back', async () => {
    const first = await amyIsConnected()
    first.close()
    expect(cable.cableStatus()).toBe('disconnected')
    dispatchEvent(new Event('online'))
    expect(cable.cableStatus()).toBe('connecting')
    await socket(2)
    expect(cable.cableStatus()).toBe('connecting')
  })
})

describe('The ticket of a connection', () => {
  it('is another one for every attempt', async () => {
    const first = await amyIsConnected()
    first.close()
    dispatchEvent(new Event('online'))
    const second = await socket(2)
    expect([ticketIn(first), ticketIn(second)]).toEqual(['ticket 1 of amy', 'ticket 2 of amy'])
  })

  it('that expired on the way is replaced: the client comes back with a new one', async () => {
    cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await amyIsConnected()
    vi.useFakeTimers()
    first.says({ type: 'disconnect', reason: 'ticket_expired', reconnect: true })
    await vi.advanceTimersByTimeAsync(1_600)
    expect(sockets.map(ticketIn)).toEqual(['ticket 1 of amy', 'ticket 2 of amy'])
    expect(onRefused).not.toHaveBeenCalled()
  })

  it.each(['no network', { status: 500 }, { status: 429 }, { status: 404 }] as Answer[])(
    'is asked for again after %j, a few times soon and then less and less often',
    async (answer) => {
      vi.useFakeTimers()
      answerTicket = () => answer
      session.storeToken('amy')
      cable.keepConnected('amy', onRefused)
      await vi.advanceTimersByTimeAsync(20_000)
      const soon = asked.length
      expect(soon).toBeGreaterThan(4)
      await vi.advanceTimersByTimeAsync(20 * 60_000)
      const later = asked.length - soon
      expect(later).toBeGreaterThan(20)
      // 20 s had so many; 60 times as long has far fewer than 60 times as many.
      expect(later).toBeLessThan(soon * 20)
      expect(sockets).toEqual([])
      expect(cable.cableStatus()).not.toBe('connected')
      expect(session.sessionToken()).toBe('amy')
      answerTicket = () => ({ status: 201, ticket: 'at last' })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sockets.map(ticketIn)).toEqual(['at last'])
    },
  )

  it('that never comes does not keep the next attempt from being made', async () => {
    vi.useFakeTimers()
    answerTicket = () => 'nothing'
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([asked.length, cable.cableStatus()]).toEqual([1, 'connecting'])
    answerTicket = () => ({ status: 201, ticket: 'second' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(sockets.map(ticketIn)).toEqual(['second'])
  })

  it('that is on its way when the network comes back is not waited for', async () => {
    answerTicket = () => 'nothing'
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    // The client itself has to be there to be reopened.
    await vi.dynamicImportSettled()
    answerTicket = () => ({ status: 201, ticket: 'second' })
    dispatchEvent(new Event('online'))
    expect(ticketIn(await socket())).toBe('second')
  })

  it('that is refused because the session is over signs the member out, and nothing is opened', async () => {
    answerTicket = () => ({ status: 401 })
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    await vi.waitFor(() => expect(session.sessionToken()).toBeNull())
    expect(session.wasRefused()).toBe(true)
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([sockets.length, asked.length, cable.cableStatus()]).toEqual([0, 1, 'disconnected'])
  })

  it('that comes after a sign-out opens nothing', async () => {
    let give = (_: unknown) => {}
    vi.stubGlobal('fetch', () => new Promise((resolve) => (give = resolve)))
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    session.clearToken()
    give({ ok: true, status: 201, url: '', headers: new Headers(), json: async () => ({ ticket: 'late' }) })
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toEqual([])
  })

  it('may come with the next token of the session, which does not ask for a second ticket', async () => {
    answerTicket = () => ({ status: 201, ticket: 'one', token: 'amy, newer' })
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    const first = await socket()
    first.opens()
    expect(session.sessionToken()).toBe('amy, newer')
    expect([asked, sockets.length]).toEqual([['amy'], 1])
  })
})

describe('A connection that is lost', () => {
  beforeEach(() => void cable.followInbox(silent.onEvent, silent.onConfirmed))

  it('is taken up again within seconds, sooner than the client would by itself', async () => {
    const first = await amyIsConnected()
    vi.useFakeTimers()
    first.close()
    await vi.advanceTimersByTimeAsync(400)
    expect(sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_200)
    expect(sockets).toHaveLength(2)
    sockets[1]?.close()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(sockets).toHaveLength(3)
  })

  it('is tried quickly six times only while the server turns everybody away', async () => {
    const first = await amyIsConnected()
    vi.useFakeTimers()
    first.close()
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      for (let waited = 0; sockets.length < attempt && waited < 5_000; waited += 100)
        await vi.advanceTimersByTimeAsync(100)
      expect(sockets).toHaveLength(attempt)
      sockets.at(-1)?.opens()
      sockets.at(-1)?.says({ type: 'disconnect', reason: 'too_many_sockets', reconnect: true })
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sockets).toHaveLength(7)
  })

  it('stays lost after a sign-out', async () => {
    const first = await amyIsConnected()
    vi.useFakeTimers()
    first.close()
    session.clearToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
  })
})

describe('Who follows a conversation', () => {
  it('is told that they may not', async () => {
    const onRejected = vi.fn()
    cable.followConversation('c1', { ...silent, onRejected })
    const first = await amyIsConnected()
    first.says({ type: 'reject_subscription', identifier: CHAT })
    expect(onRejected).toHaveBeenCalledOnce()
  })

  it('hears of every confirmation and every event, and of none after leaving', async () => {
    const onEvent = vi.fn()
    const onConfirmed = vi.fn()
    const { leave } = cable.followConversation('c1', { ...silent, onEvent, onConfirmed })
    const first = await amyIsConnected()
    expect(first.subscribed()).toEqual([CHAT])
    first.says({ type: 'confirm_subscription', identifier: CHAT })
    first.says({ identifier: CHAT, message: { type: 'typing', user_id: 'bob' } })
    expect(onConfirmed).toHaveBeenCalledOnce()
    expect(onEvent).toHaveBeenCalledExactlyOnceWith({ type: 'typing', user_id: 'bob' })
    leave()
    expect(first.sent.at(-1)).toEqual({ command: 'unsubscribe', identifier: CHAT })
    first.says({ identifier: CHAT, message: { type: 'typing', user_id: 'bob' } })
    expect(onEvent).toHaveBeenCalledOnce()
  })

  it('is not bothered by what is no event', async () => {
    const onEvent = vi.fn()
    cable.followConversation('c1', { ...silent, onEvent })
    const first = await amyIsConnected()
    for (const message of [null, 7, 'text', {}, { type: 1 }]) first.says({ identifier: CHAT, message })
    expect(onEvent).not.toHaveBeenCalled()
  })

  it('is confirmed anew after a lost connection', async () => {
    const onConfirmed = vi.fn()
    cable.followConversation('c1', { ...silent, onConfirmed })
    const first = await amyIsConnected()
    first.says({ type: 'confirm_subscription', identifier: CHAT })
    first.close()
    dispatchEvent(new Event('online'))
    const second = await socket(2)
    second.opens()
    expect(second.subscribed()).toEqual([CHAT])
    second.says({ type: 'confirm_subscription', identifier: CHAT })
    expect(onConfirmed).toHaveBeenCalledTimes(2)
  })

  it('says that they are typing', async () => {
    const { typing } = cable.followConversation('c1', silent)
    const first = await amyIsConnected()
    typing()
    expect(first.sent.at(-1)).toEqual({ command: 'message', identifier: CHAT, data: '{"action":"typing"}' })
  })
})

describe('Two who follow the same', () => {
  it('share one subscription, and the second is confirmed as well', async () => {
    const late = vi.fn()
    const leaveFirst = cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await amyIsConnected()
    first.says({ type: 'confirm_subscription', identifier: INBOX })
    cable.followInbox(silent.onEvent, late)
    await vi.waitFor(() => expect(late).toHaveBeenCalledOnce())
    expect(first.subscribed()).toEqual([INBOX])
    leaveFirst()
    expect(first.sent.filter(({ command }) => command === 'unsubscribe')).toEqual([])
  })
})
