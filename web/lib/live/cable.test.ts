import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket, socket, ticketIn } from '#tests/support/fake-live-server.ts'
import { connectAmy, setUpLiveClient, silent, startConnecting } from '#tests/support/live-client.ts'

const CHAT = JSON.stringify({ channel: 'ConversationChannel', conversation_id: 'c1' })
const INBOX = JSON.stringify({ channel: 'InboxChannel' })

const live = setUpLiveClient()

describe('The live connection', () => {
  // Spec 4.38
  it('The live connection is not opened for a visitor', () => {
    live.cable.keepConnected('amy', live.onRefused)
    expect(live.cable.cableStatus()).toBe('disconnected')
    expect(live.server.sockets).toEqual([])
  })

  it('The live connection is opened at the API host with a cable ticket, and never with the session token', async () => {
    live.session.storeToken('amy')
    live.server.answerTicket = () => ({ status: 201, ticket: 'a+/=' })
    live.cable.keepConnected('amy', live.onRefused)
    expect(live.cable.cableStatus()).toBe('connecting')
    expect(live.server.asked).toEqual(['amy'])
    expect((await socket()).url).toBe('wss://loge.test/api/cable?token=a%2B%2F%3D')
    expect(live.cable.cableStatus()).toBe('connecting')
    ;(await socket()).opens()
    expect(live.cable.cableStatus()).toBe('connected')
  })

  it('The live connection is opened once, however many pages request it', async () => {
    await connectAmy(live)
    live.cable.keepConnected('amy', live.onRefused)
    expect(live.server.sockets).toHaveLength(1)
  })

  // Spec 4.38, 4.44
  it('The live connection is closed at sign-out', async () => {
    const first = await connectAmy(live)
    live.session.clearToken()
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(live.cable.cableStatus()).toBe('disconnected')
  })

  it('The live connection is closed at sign-out even while it is being opened', async () => {
    startConnecting(live)
    const first = await socket()
    live.session.clearToken()
    first.opens()
    expect(first.readyState).toBe(FakeSocket.CLOSED)
  })

  it('A delayed attempt to reconnect does not reopen the connection after a sign-out', async () => {
    const first = await connectAmy(live)
    vi.useFakeTimers()
    first.readyState = FakeSocket.OPEN
    vi.setSystemTime(Date.now() + 60_000)
    dispatchEvent(new Event('online'))
    live.session.clearToken()
    live.session.storeToken('bob')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(live.server.sockets.slice(1).map(ticketIn)).toEqual([expect.stringContaining('of bob')])
  })

  it('The live connection stays open when its token is replaced', async () => {
    const first = await connectAmy(live)
    live.session.storeToken('amy, newer')
    expect(first.readyState).toBe(FakeSocket.OPEN)
    expect(live.server.sockets).toHaveLength(1)
  })

  it('Another member gets a new live connection', async () => {
    const first = await connectAmy(live)
    live.session.storeToken('bob')
    live.cable.keepConnected('bob', live.onRefused)
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(ticketIn(await socket(2))).toContain('of bob')
  })

  it('A refused connection tries a newer token once, and never the same token twice', async () => {
    live.cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy(live)
    live.session.storeToken('amy, newer')
    first.says({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    const second = await socket(2)
    expect(ticketIn(second)).toContain('newer')
    expect(live.onRefused).not.toHaveBeenCalled()
    second.opens()
    vi.useFakeTimers()
    second.says({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(live.onRefused).toHaveBeenCalledOnce()
    expect(live.server.sockets).toHaveLength(2)
    expect(live.cable.cableStatus()).toBe('disconnected')
  })

  it('A connection that is refused because of a sign-out does not ask who is signed in', async () => {
    live.cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy(live)
    vi.useFakeTimers()
    first.says({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
    live.session.clearToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(live.onRefused).not.toHaveBeenCalled()
  })

  it('A connection with a silent server is no longer shown as connected', async () => {
    const first = await connectAmy(live)
    vi.useFakeTimers({ now: Date.now() + 7_000, toFake: ['Date'] })
    expect(live.cable.cableStatus()).toBe('connecting')
    first.says({ type: 'ping' })
    expect(live.cable.cableStatus()).toBe('connected')
  })

  it('The live connection is reopened at once when the network is back', async () => {
    const first = await connectAmy(live)
    first.close()
    expect(live.cable.cableStatus()).toBe('disconnected')
    dispatchEvent(new Event('online'))
    expect(live.cable.cableStatus()).toBe('connecting')
    await socket(2)
    expect(live.cable.cableStatus()).toBe('connecting')
  })
})

describe('A lost connection', () => {
  beforeEach(() => void live.cable.followInbox(silent.onEvent, silent.onConfirmed))

  it('A lost connection is reopened within seconds, before the client’s own retry', async () => {
    const first = await connectAmy(live)
    vi.useFakeTimers()
    first.close()
    await vi.advanceTimersByTimeAsync(400)
    expect(live.server.sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_200)
    expect(live.server.sockets).toHaveLength(2)
    live.server.sockets[1]?.close()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(live.server.sockets).toHaveLength(3)
  })

  it('A lost connection is retried quickly only six times if the server refuses everybody', async () => {
    const first = await connectAmy(live)
    vi.useFakeTimers()
    first.close()
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      for (let waited = 0; live.server.sockets.length < attempt && waited < 5_000; waited += 100)
        await vi.advanceTimersByTimeAsync(100)
      expect(live.server.sockets).toHaveLength(attempt)
      live.server.sockets.at(-1)?.opens()
      live.server.sockets.at(-1)?.says({ type: 'disconnect', reason: 'too_many_sockets', reconnect: true })
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(live.server.sockets).toHaveLength(7)
  })

  it('A lost connection is not reopened after a sign-out', async () => {
    const first = await connectAmy(live)
    vi.useFakeTimers()
    first.close()
    live.session.clearToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(live.server.sockets).toHaveLength(1)
  })
})

describe('Following a conversation', () => {
  it('A follower of a conversation is told that the server rejected the subscription', async () => {
    const onRejected = vi.fn()
    live.cable.followConversation('c1', { ...silent, onRejected })
    const first = await connectAmy(live)
    first.says({ type: 'reject_subscription', identifier: CHAT })
    expect(onRejected).toHaveBeenCalledOnce()
  })

  it('A follower of a conversation gets every confirmation and event, and none after leaving', async () => {
    const onEvent = vi.fn()
    const onConfirmed = vi.fn()
    const { leave } = live.cable.followConversation('c1', { ...silent, onEvent, onConfirmed })
    const first = await connectAmy(live)
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
    live.cable.followConversation('c1', { ...silent, onEvent })
    const first = await connectAmy(live)
    for (const message of [null, 7, 'text', {}, { type: 1 }]) first.says({ identifier: CHAT, message })
    expect(onEvent).not.toHaveBeenCalled()
  })

  it('A follower of a conversation is confirmed again after a reconnect', async () => {
    const onConfirmed = vi.fn()
    live.cable.followConversation('c1', { ...silent, onConfirmed })
    const first = await connectAmy(live)
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
    const { typing } = live.cable.followConversation('c1', silent)
    const first = await connectAmy(live)
    typing()
    expect(first.sent.at(-1)).toEqual({ command: 'message', identifier: CHAT, data: '{"action":"typing"}' })
  })
})

describe('Two followers of one channel', () => {
  it('Two followers of one channel share a subscription, and the second is confirmed as well', async () => {
    const late = vi.fn()
    const leaveFirst = live.cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy(live)
    first.says({ type: 'confirm_subscription', identifier: INBOX })
    live.cable.followInbox(silent.onEvent, late)
    await vi.waitFor(() => expect(late).toHaveBeenCalledOnce())
    expect(first.subscribed()).toEqual([INBOX])
    leaveFirst()
    expect(first.sent.filter(({ command }) => command === 'unsubscribe')).toEqual([])
  })
})
