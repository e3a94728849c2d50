import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket, fakeLiveServer, socket, type TicketAnswer, ticketIn } from '#tests/support/web/fake-live-server.ts'

const CHAT = JSON.stringify({ channel: 'ConversationChannel', conversation_id: 'c1' })
const INBOX = JSON.stringify({ channel: 'InboxChannel' })
/** Callbacks of a follower that ignores everything. */
const silent = { onEvent() {}, onConfirmed() {}, onRejected() {} }

let server: ReturnType<typeof fakeLiveServer>
let cable: typeof import('./cable.ts')
let session: typeof import('#web/lib/session.ts')
let onRefused = vi.fn()

/** Signs Amy in and starts to connect her. */
function startConnecting(): void {
  session.storeToken('amy')
  cable.keepConnected('amy', onRefused)
}

/** The open socket of Amy. */
async function connectAmy(): Promise<FakeSocket> {
  startConnecting()
  const first = await socket()
  first.opens()
  return first
}

beforeEach(async () => {
  server = fakeLiveServer()
  onRefused = vi.fn()
  vi.resetModules()
  cable = await import('./cable.ts')
  session = await import('#web/lib/session.ts')
})

afterEach(() => {
  session.clearToken()
  // Test files share a process. Without the reset, the sessions of the next file would reconnect this client.
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

describe('The live connection', () => {
  // Spec 4.38
  it('The live connection is not opened for a visitor', () => {
    cable.keepConnected('amy', onRefused)
    expect(cable.cableStatus()).toBe('disconnected')
    expect(server.sockets).toEqual([])
  })

  it('The live connection is opened at the API host with a cable ticket, and never with the session token', async () => {
    session.storeToken('amy')
    server.answerTicket = () => ({ status: 201, ticket: 'a+/=' })
    cable.keepConnected('amy', onRefused)
    expect(cable.cableStatus()).toBe('connecting')
    expect(server.asked).toEqual(['amy'])
    expect((await socket()).url).toBe('wss://loge.test/api/cable?token=a%2B%2F%3D')
    expect(cable.cableStatus()).toBe('connecting')
    ;(await socket()).opens()
    expect(cable.cableStatus()).toBe('connected')
  })

  it('The live connection is opened once, however many pages request it', async () => {
    await connectAmy()
    cable.keepConnected('amy', onRefused)
    expect(server.sockets).toHaveLength(1)
  })

  // Spec 4.38, 4.44
  it('The live connection is closed at sign-out', async () => {
    const first = await connectAmy()
    session.clearToken()
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(cable.cableStatus()).toBe('disconnected')
  })

  it('The live connection is closed at sign-out even while it is being opened', async () => {
    startConnecting()
    const first = await socket()
    session.clearToken()
    first.opens()
    expect(first.readyState).toBe(FakeSocket.CLOSED)
  })

  it('A delayed attempt to reconnect does not reopen the connection after a sign-out', async () => {
    const first = await connectAmy()
    vi.useFakeTimers()
    first.readyState = FakeSocket.OPEN
    vi.setSystemTime(Date.now() + 60_000)
    dispatchEvent(new Event('online'))
    session.clearToken()
    session.storeToken('bob')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.sockets.slice(1).map(ticketIn)).toEqual([expect.stringContaining('of bob')])
  })

  it('The live connection stays open when its token is replaced', async () => {
    const first = await connectAmy()
    session.storeToken('amy, newer')
    expect(first.readyState).toBe(FakeSocket.OPEN)
    expect(server.sockets).toHaveLength(1)
  })

  it('Another member gets a new live connection', async () => {
    const first = await connectAmy()
    session.storeToken('bob')
    cable.keepConnected('bob', onRefused)
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(ticketIn(await socket(2))).toContain('of bob')
  })

  it('A refused connection tries a newer token once, and never the same token twice', async () => {
    cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy()
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
    expect(server.sockets).toHaveLength(2)
    expect(cable.cableStatus()).toBe('disconnected')
  })

  it('A connection that is refused because of a sign-out does not ask who is signed in', async () => {
    cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy()
    vi.useFakeTimers()
    first.says({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    session.clearToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onRefused).not.toHaveBeenCalled()
  })

  it('A connection with a silent server is no longer shown as connected', async () => {
    const first = await connectAmy()
    vi.useFakeTimers({ now: Date.now() + 7_000, toFake: ['Date'] })
    expect(cable.cableStatus()).toBe('connecting')
    first.says({ type: 'ping' })
    expect(cable.cableStatus()).toBe('connected')
  })

  it('The live connection is reopened at once when the network is back', async () => {
    const first = await connectAmy()
    first.close()
    expect(cable.cableStatus()).toBe('disconnected')
    dispatchEvent(new Event('online'))
    expect(cable.cableStatus()).toBe('connecting')
    await socket(2)
    expect(cable.cableStatus()).toBe('connecting')
  })
})

describe('A lost connection', () => {
  beforeEach(() => void cable.followInbox(silent.onEvent, silent.onConfirmed))

  it('A lost connection is reopened within seconds, before the client’s own retry', async () => {
    const first = await connectAmy()
    vi.useFakeTimers()
    first.close()
    await vi.advanceTimersByTimeAsync(400)
    expect(server.sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_200)
    expect(server.sockets).toHaveLength(2)
    server.sockets[1]?.close()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(server.sockets).toHaveLength(3)
  })

  it('A lost connection is retried quickly only six times if the server refuses everybody', async () => {
    const first = await connectAmy()
    vi.useFakeTimers()
    first.close()
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      for (let waited = 0; server.sockets.length < attempt && waited < 5_000; waited += 100)
        await vi.advanceTimersByTimeAsync(100)
      expect(server.sockets).toHaveLength(attempt)
      server.sockets.at(-1)?.opens()
      server.sockets.at(-1)?.says({ type: 'disconnect', reason: 'too_many_sockets', reconnect: true })
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.sockets).toHaveLength(7)
  })

  it('A lost connection is not reopened after a sign-out', async () => {
    const first = await connectAmy()
    vi.useFakeTimers()
    first.close()
    session.clearToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.sockets).toHaveLength(1)
  })
})

describe('Following a conversation', () => {
  it('A follower of a conversation is told that the server rejected the subscription', async () => {
    const onRejected = vi.fn()
    cable.followConversation('c1', { ...silent, onRejected })
    const first = await connectAmy()
    first.says({ type: 'reject_subscription', identifier: CHAT })
    expect(onRejected).toHaveBeenCalledOnce()
  })

  it('A follower of a conversation gets every confirmation and event, and none after leaving', async () => {
    const onEvent = vi.fn()
    const onConfirmed = vi.fn()
    const { leave } = cable.followConversation('c1', { ...silent, onEvent, onConfirmed })
    const first = await connectAmy()
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

  it('A follower of a conversation gets no malformed events', async () => {
    const onEvent = vi.fn()
    cable.followConversation('c1', { ...silent, onEvent })
    const first = await connectAmy()
    for (const message of [null, 7, 'text', {}, { type: 1 }]) first.says({ identifier: CHAT, message })
    expect(onEvent).not.toHaveBeenCalled()
  })

  it('A follower of a conversation is confirmed again after a reconnect', async () => {
    const onConfirmed = vi.fn()
    cable.followConversation('c1', { ...silent, onConfirmed })
    const first = await connectAmy()
    first.says({ type: 'confirm_subscription', identifier: CHAT })
    first.close()
    dispatchEvent(new Event('online'))
    const second = await socket(2)
    second.opens()
    expect(second.subscribed()).toEqual([CHAT])
    second.says({ type: 'confirm_subscription', identifier: CHAT })
    expect(onConfirmed).toHaveBeenCalledTimes(2)
  })

  it('A follower of a conversation can report that they are typing', async () => {
    const { typing } = cable.followConversation('c1', silent)
    const first = await connectAmy()
    typing()
    expect(first.sent.at(-1)).toEqual({ command: 'message', identifier: CHAT, data: '{"action":"typing"}' })
  })
})

describe('Two followers of one channel', () => {
  it('Two followers of one channel share a subscription, and the second is confirmed as well', async () => {
    const late = vi.fn()
    const leaveFirst = cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy()
    first.says({ type: 'confirm_subscription', identifier: INBOX })
    cable.followInbox(silent.onEvent, late)
    await vi.waitFor(() => expect(late).toHaveBeenCalledOnce())
    expect(first.subscribed()).toEqual([INBOX])
    leaveFirst()
    expect(first.sent.filter(({ command }) => command === 'unsubscribe')).toEqual([])
  })
})

describe('The cable ticket', () => {
  it('Every attempt to connect uses a new cable ticket', async () => {
    const first = await connectAmy()
    first.close()
    dispatchEvent(new Event('online'))
    const second = await socket(2)
    expect([ticketIn(first), ticketIn(second)]).toEqual(['ticket 1 of amy', 'ticket 2 of amy'])
  })

  it('After a cable ticket has expired, the client reconnects with a new one', async () => {
    cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy()
    vi.useFakeTimers()
    first.says({ type: 'disconnect', reason: 'ticket_expired', reconnect: true })
    await vi.advanceTimersByTimeAsync(1_600)
    expect(server.sockets.map(ticketIn)).toEqual(['ticket 1 of amy', 'ticket 2 of amy'])
    expect(onRefused).not.toHaveBeenCalled()
  })

  it.each(['no network', { status: 500 }, { status: 429 }, { status: 404 }] as TicketAnswer[])(
    'A cable ticket is requested again after %j, with exponential back-off',
    async (answer) => {
      vi.useFakeTimers()
      server.answerTicket = () => answer
      startConnecting()
      await vi.advanceTimersByTimeAsync(20_000)
      const soon = server.asked.length
      expect(soon).toBeGreaterThan(4)
      await vi.advanceTimersByTimeAsync(20 * 60_000)
      const later = server.asked.length - soon
      expect(later).toBeGreaterThan(20)
      // With growing delays, 60 times as long has far fewer than 60 times as many attempts.
      expect(later).toBeLessThan(soon * 20)
      expect(server.sockets).toEqual([])
      expect(cable.cableStatus()).not.toBe('connected')
      expect(session.sessionToken()).toBe('amy')
      server.answerTicket = () => ({ status: 201, ticket: 'at last' })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(server.sockets.map(ticketIn)).toEqual(['at last'])
    },
  )

  it('A cable ticket that never arrives does not block the next attempt', async () => {
    vi.useFakeTimers()
    server.answerTicket = () => 'nothing'
    startConnecting()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([server.asked.length, cable.cableStatus()]).toEqual([1, 'connecting'])
    server.answerTicket = () => ({ status: 201, ticket: 'second' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(server.sockets.map(ticketIn)).toEqual(['second'])
  })

  it('A pending request for a cable ticket is replaced when the network is back', async () => {
    server.answerTicket = () => 'nothing'
    startConnecting()
    await vi.waitFor(() => expect(server.asked).toHaveLength(1))
    // The client must be loaded to be reopened.
    await vi.dynamicImportSettled()
    server.answerTicket = () => ({ status: 201, ticket: 'second' })
    dispatchEvent(new Event('online'))
    expect(ticketIn(await socket())).toBe('second')
  })

  it('A cable ticket that is refused with 401 ends the session, and no socket is opened', async () => {
    server.answerTicket = () => ({ status: 401 })
    startConnecting()
    await vi.waitFor(() => expect(session.sessionToken()).toBeNull())
    expect(session.wasRefused()).toBe(true)
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.sockets.length, server.asked.length, cable.cableStatus()]).toEqual([0, 1, 'disconnected'])
  })

  it('A cable ticket that arrives after a sign-out opens no socket', async () => {
    let give = (_: unknown) => {}
    vi.stubGlobal('fetch', () => new Promise((resolve) => (give = resolve)))
    startConnecting()
    session.clearToken()
    give({ ok: true, status: 201, url: '', headers: new Headers(), json: async () => ({ ticket: 'late' }) })
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.sockets).toEqual([])
  })

  it('A response with a cable ticket may contain a new token, which does not cause a second request', async () => {
    server.answerTicket = () => ({ status: 201, ticket: 'one', token: 'amy, newer' })
    startConnecting()
    const first = await socket()
    first.opens()
    expect(session.sessionToken()).toBe('amy, newer')
    expect([server.asked, server.sockets.length]).toEqual([['amy'], 1])
  })
})
