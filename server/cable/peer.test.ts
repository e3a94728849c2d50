import { describe, expect, it } from 'vitest'
import { Hub } from './hub.ts'
import { CABLE_LIMITS } from './limits.ts'
import { Peer, type PeerServices, type PeerSocket } from './peer.ts'

const PING = Buffer.from('{"type":"ping"}')
const conversation_id = '019ba4d2-0000-7000-8000-000000000000'
const identifier = JSON.stringify({ channel: 'ConversationChannel', conversation_id })

/** A fake socket that records what is done to it. */
class FakeSocket implements PeerSocket {
  bufferedAmount = 0
  readonly done: string[] = []
  send(frame: string | Buffer): void {
    this.done.push(frame.toString())
  }
  ping(): void {
    this.done.push('probe')
  }
  pong(data: Buffer): void {
    this.done.push(`pong ${data}`)
  }
  close(code: number): void {
    this.done.push(`close ${code}`)
  }
  terminate(): void {
    this.done.push('cut')
  }
}

function connected(changes: Partial<PeerServices> = {}) {
  const hub = new Hub()
  const services: PeerServices = {
    hub,
    limits: CABLE_LIMITS,
    now: () => 0,
    maySubscribe: async () => true,
    publishTyping: () => {},
    onError: () => {},
    ...changes,
  }
  const socket = new FakeSocket()
  const peer = new Peer(socket, services)
  peer.welcome('bob', 'session')
  return { hub, peer, socket }
}

describe('Clients that do not read', () => {
  it('A client that does not read is asked to reconnect, and gets nothing more', () => {
    const { peer, socket } = connected()
    socket.bufferedAmount = CABLE_LIMITS.outgoing_bytes + 1
    expect(peer.deliver('news')).toBe(false)
    expect(peer.deliver('more news')).toBe(false)
    expect(socket.done.slice(1)).toEqual(['{"type":"disconnect","reason":"too_slow","reconnect":true}', 'close 1013'])
  })

  it('A client that does not read has no subscription left, also when the confirmation itself filled the buffer', async () => {
    const { hub, peer, socket } = connected()
    const joined: string[] = []
    hub.join = (_, joining) => void joined.push(joining)
    peer.receive(JSON.stringify({ command: 'subscribe', identifier }))
    socket.bufferedAmount = CABLE_LIMITS.outgoing_bytes + 1
    await expect.poll(() => socket.done.at(-1)).toBe('close 1013')
    expect(joined).toEqual([])
  })

  it('A client that was told to disconnect is sent nothing more', () => {
    const { peer, socket } = connected()
    peer.disconnect('too_slow', true)
    for (let beats = 0; beats < 3; beats += 1) peer.beat(PING, true)
    expect(socket.done.slice(-2)).toEqual([expect.stringContaining('too_slow'), 'close 1013'])
  })
})

describe('Clients that no longer answer', () => {
  it('A client that does not answer is cut off after some pings', () => {
    const { peer, socket } = connected()
    for (let probes = 0; probes < 2; probes += 1) peer.beat(PING, true)
    expect(socket.done).not.toContain('cut')
    peer.beat(PING, true)
    expect(socket.done.at(-1)).toBe('cut')
  })

  it('A client that answers is not cut off', () => {
    const { peer, socket } = connected()
    for (let probes = 0; probes < 10; probes += 1) {
      peer.beat(PING, true)
      if (probes % 2) peer.ponged()
    }
    expect(socket.done).not.toContain('cut')
  })

  it('A client that sends commands but never answers a ping is cut off, because it may not be reading', () => {
    const { peer, socket } = connected()
    for (let probes = 0; probes < 3; probes += 1) {
      peer.beat(PING, true)
      peer.receive('anything')
    }
    expect(socket.done.at(-1)).toBe('cut')
  })

  it('A client whose socket is closed gets no further events', async () => {
    const { hub, peer, socket } = connected()
    peer.receive(JSON.stringify({ command: 'subscribe', identifier }))
    await expect.poll(() => socket.done.at(-1)).toContain('confirm_subscription')
    peer.closed()
    const event = { type: 'typing', user_id: 'amy' } as const
    expect(hub.broadcast({ kind: 'conversation', conversation_id, participants: ['amy', 'bob'], event }).size).toBe(0)
    expect(peer.deliver('news')).toBe(false)
  })
})

describe('Pongs', () => {
  it('Pongs that answer a ping cost nothing, and unsolicited ones count as commands', () => {
    const { peer, socket } = connected()
    for (let probes = 0; probes < 3 * CABLE_LIMITS.commands_at_once; probes += 1) {
      peer.beat(PING, true)
      peer.ponged()
    }
    expect(socket.done).not.toContain('close 1008')
    for (let count = 0; count <= CABLE_LIMITS.commands_at_once; count += 1) peer.ponged()
    expect(socket.done.at(-1)).toBe('close 1008')
  })
})

describe('Failing authorization', () => {
  it('A failing authorization does not reject the subscription for good, but asks the client to reconnect', async () => {
    const failures: unknown[] = []
    const { peer, socket } = connected({
      maySubscribe: () => Promise.reject(new Error('planted')),
      onError: (error) => void failures.push(error),
    })
    peer.receive(JSON.stringify({ command: 'subscribe', identifier }))
    await expect.poll(() => socket.done.at(-1)).toBe('close 1000')
    expect(socket.done.at(-2)).toBe('{"type":"disconnect","reason":"unavailable","reconnect":true}')
    expect(failures).toHaveLength(1)
  })
})
