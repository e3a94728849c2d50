import { describe, expect, it, vi } from 'vitest'
import { socket, type TicketAnswer, ticketIn } from '#tests/support/fake-live-server.ts'
import { connectAmy, setUpLiveClient, silent, startConnecting } from '#tests/support/live-client.ts'

const live = setUpLiveClient()

describe('The cable ticket', () => {
  it('Every attempt to connect uses a new cable ticket', async () => {
    const first = await connectAmy(live)
    first.close()
    dispatchEvent(new Event('online'))
    const second = await socket(2)
    expect([ticketIn(first), ticketIn(second)]).toEqual(['ticket 1 of amy', 'ticket 2 of amy'])
  })

  it('After a cable ticket has expired, the client reconnects with a new one', async () => {
    live.cable.followInbox(silent.onEvent, silent.onConfirmed)
    const first = await connectAmy(live)
    vi.useFakeTimers()
    first.says({ type: 'disconnect', reason: 'ticket_expired', reconnect: true })
    await vi.advanceTimersByTimeAsync(1_600)
    expect(live.server.sockets.map(ticketIn)).toEqual(['ticket 1 of amy', 'ticket 2 of amy'])
    expect(live.onRefused).not.toHaveBeenCalled()
  })

  it.each(['no network', { status: 500 }, { status: 429 }, { status: 404 }] as TicketAnswer[])(
    'A cable ticket is requested again after %j, with exponential back-off',
    async (answer) => {
      vi.useFakeTimers()
      live.server.answerTicket = () => answer
      startConnecting(live)
      await vi.advanceTimersByTimeAsync(20_000)
      const soon = live.server.asked.length
      expect(soon).toBeGreaterThan(4)
      await vi.advanceTimersByTimeAsync(20 * 60_000)
      const later = live.server.asked.length - soon
      expect(later).toBeGreaterThan(20)
      // With growing delays, 60 times as long has far fewer than 60 times as many attempts.
      expect(later).toBeLessThan(soon * 20)
      expect(live.server.sockets).toEqual([])
      expect(live.cable.cableStatus()).not.toBe('connected')
      expect(live.session.sessionToken()).toBe('amy')
      live.server.answerTicket = () => ({ status: 201, ticket: 'at last' })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(live.server.sockets.map(ticketIn)).toEqual(['at last'])
    },
  )

  it('A cable ticket that never arrives does not block the next attempt', async () => {
    vi.useFakeTimers()
    live.server.answerTicket = () => 'nothing'
    startConnecting(live)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([live.server.asked.length, live.cable.cableStatus()]).toEqual([1, 'connecting'])
    live.server.answerTicket = () => ({ status: 201, ticket: 'second' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(live.server.sockets.map(ticketIn)).toEqual(['second'])
  })

  it('A pending request for a cable ticket is replaced when the network is back', async () => {
    live.server.answerTicket = () => 'nothing'
    startConnecting(live)
    await vi.waitFor(() => expect(live.server.asked).toHaveLength(1))
    // The client must be loaded to be reopened.
    await vi.dynamicImportSettled()
    live.server.answerTicket = () => ({ status: 201, ticket: 'second' })
    dispatchEvent(new Event('online'))
    expect(ticketIn(await socket())).toBe('second')
  })

  it('A cable ticket that is refused with 401 ends the session, and no socket is opened', async () => {
    live.server.answerTicket = () => ({ status: 401 })
    startConnecting(live)
    await vi.waitFor(() => expect(live.session.sessionToken()).toBeNull())
    expect(live.session.wasRefused()).toBe(true)
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([live.server.sockets.length, live.server.asked.length, live.cable.cableStatus()]).toEqual([
      0,
      1,
      'disconnected',
    ])
  })

  it('A cable ticket that arrives after a sign-out opens no socket', async () => {
    let give = (_: unknown) => {}
    vi.stubGlobal('fetch', () => new Promise((resolve) => (give = resolve)))
    startConnecting(live)
    live.session.clearToken()
    give({ ok: true, status: 201, url: '', headers: new Headers(), json: async () => ({ ticket: 'late' }) })
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(live.server.sockets).toEqual([])
  })

  it('A response with a cable ticket may contain a new token, which does not cause a second request', async () => {
    live.server.answerTicket = () => ({ status: 201, ticket: 'one', token: 'amy, newer' })
    startConnecting(live)
    const first = await socket()
    first.opens()
    expect(live.session.sessionToken()).toBe('amy, newer')
    expect([live.server.asked, live.server.sockets.length]).toEqual([['amy'], 1])
  })
})
