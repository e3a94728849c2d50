import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket, fakeLiveServer, socket, ticketIn } from '#tests/support/fake-live-server.ts'

const CHAT = JSON.stringify({ channel: 'ConversationChannel', conversation_id: 'c1' })
const INBOX = JSON.stringify({ channel: 'InboxChannel' })
const silent = { onEvent() {}, onConfirmed() {}, onRejected() {} }

let server: ReturnType<typeof fakeLiveServer>
let cable: typeof import('./cable.ts')
let session: typeof import('#web/lib/session.ts')
let onRefused = vi.fn()

async function amyIsConnected(): Promise<FakeSocket> {
  session.storeToken('amy')
  cable.keepConnected('amy', onRefused)
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
  // The tests of other files share a process with these: their sessions are none of this connection's business.
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

describe('The live connection', () => {
  // Spec 4.38
  it('is not opened for a visitor', () => {
    cable.keepConnected('amy', onRefused)
    expect(cable.cableStatus()).toBe('disconnected')
    expect(server.sockets).toEqual([])
  })

  it('is opened with a ticket, at the API host, and never with the token', async () => {
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

  it('is opened once, however many pages ask for it', async () => {
    await amyIsConnected()
    cable.keepConnected('amy', onRefused)
    expect(server.sockets).toHaveLength(1)
  })

  // Spec 4.38, 4.44
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
    expect(server.sockets.slice(1).map(ticketIn)).toEqual([expect.stringContaining('of bob')])
  })

  it('outlives the rotation of its token', async () => {
    const first = await amyIsConnected()
    session.storeToken('amy, newer')
    expect(first.readyState).toBe(FakeSocket.OPEN)
    expect(server.sockets).toHaveLength(1)
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
    expect(server.sockets).toHaveLength(2)
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

describe('A connection that is lost', () => {
  beforeEach(() => void cable.followInbox(silent.onEvent, silent.onConfirmed))

  it('is taken up again within seconds, sooner than the client would by itself', async () => {
    const first = await amyIsConnected()
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

  it('is tried quickly six times only while the server turns everybody away', async () => {
    const first = await amyIsConnected()
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

  it('stays lost after a sign-out', async () => {
    const first = await amyIsConnected()
    vi.useFakeTimers()
    first.close()
    session.clearToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.sockets).toHaveLength(1)
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
