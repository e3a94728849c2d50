import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FakeSocket,
  fakeLiveServer,
  socket,
  type TicketAnswer,
  ticketIn,
} from '#tests/support/fake-live-server.ts'

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
    expect(server.sockets.map(ticketIn)).toEqual(['ticket 1 of amy', 'ticket 2 of amy'])
    expect(onRefused).not.toHaveBeenCalled()
  })

  it.each(['no network', { status: 500 }, { status: 429 }, { status: 404 }] as TicketAnswer[])(
    'is asked for again after %j, a few times soon and then less and less often',
    async (answer) => {
      vi.useFakeTimers()
      server.answerTicket = () => answer
      session.storeToken('amy')
      cable.keepConnected('amy', onRefused)
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

  it('that never comes does not keep the next attempt from being made', async () => {
    vi.useFakeTimers()
    server.answerTicket = () => 'nothing'
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([server.asked.length, cable.cableStatus()]).toEqual([1, 'connecting'])
    server.answerTicket = () => ({ status: 201, ticket: 'second' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(server.sockets.map(ticketIn)).toEqual(['second'])
  })

  it('that is on its way when the network comes back is not waited for', async () => {
    server.answerTicket = () => 'nothing'
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    await vi.waitFor(() => expect(server.asked).toHaveLength(1))
    // The client itself has to be there to be reopened.
    await vi.dynamicImportSettled()
    server.answerTicket = () => ({ status: 201, ticket: 'second' })
    dispatchEvent(new Event('online'))
    expect(ticketIn(await socket())).toBe('second')
  })

  it('that is refused because the session is over signs the member out, and nothing is opened', async () => {
    server.answerTicket = () => ({ status: 401 })
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    await vi.waitFor(() => expect(session.sessionToken()).toBeNull())
    expect(session.wasRefused()).toBe(true)
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.sockets.length, server.asked.length, cable.cableStatus()]).toEqual([0, 1, 'disconnected'])
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
    expect(server.sockets).toEqual([])
  })

  it('may come with the next token of the session, which does not ask for a second ticket', async () => {
    server.answerTicket = () => ({ status: 201, ticket: 'one', token: 'amy, newer' })
    session.storeToken('amy')
    cable.keepConnected('amy', onRefused)
    const first = await socket()
    first.opens()
    expect(session.sessionToken()).toBe('amy, newer')
    expect([server.asked, server.sockets.length]).toEqual([['amy'], 1])
  })
})
