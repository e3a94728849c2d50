import { describe, expect, it } from 'vitest'
import { Hub } from './hub.ts'
import { CABLE_LIMITS } from './limits.ts'
import { Peer, type PeerServices, type PeerSocket } from './peer.ts'

const PING = Buffer.from('{"type":"ping"}')
const conversation_id = '019ba4d2-0000-7000-8000-000000000000'
const identifier = JSON.stringify({ channel: 'ConversationChannel', conversation_id })

/** A socket that writes down what is done to it. */
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
  const wire = new FakeSocket()
  const peer = new Peer(wire, services)
  peer.welcome('bob', 'session')
  return { hub, peer, wire }
}

describe('A client that does not read', () => {
  it('is told to come back, and gets nothing more', () => {
    const { peer, wire } = connected()
    wire.bufferedAmount = CABLE_LIMITS.outgoing_bytes + 1
    expect(peer.deliver('news')).toBe(false)
    expect(peer.deliver('more news')).toBe(false)
    expect(wire.done.slice(1)).toEqual(['{"type":"disconnect","reason":"too_slow","reconnect":true}', 'close 1013'])
  })

  it('listens to nothing any more, also when the answer to its subscription was one too many', async () => {
    const { hub, peer, wire } = connected()
    const joined: string[] = []
    hub.join = (_, joining) => void joined.push(joining)
    peer.receive(JSON.stringify({ command: 'subscribe', identifier }))
    wire.bufferedAmount = CABLE_LIMITS.outgoing_bytes + 1
    await expect.poll(() => wire.done.at(-1)).toBe('close 1013')
    expect(joined).toEqual([])
  })

  it('is sent nothing more once it was told goodbye: the socket itself cuts it off when it does not answer', () => {
    const { peer, wire } = connected()
    peer.disconnect('too_slow', true)
    for (let beats = 0; beats < 3; beats += 1) peer.beat(PING, true)
    expect(wire.done.slice(-2)).toEqual([expect.stringContaining('too_slow'), 'close 1013'])
  })
})

describe('A client that is gone without a word', () => {
  it('is cut off after some probes', () => {
    const { peer, wire } = connected()
    for (let probes = 0; probes < 2; probes += 1) peer.beat(PING, true)
    expect(wire.done).not.toContain('cut')
    peer.beat(PING, true)
    expect(wire.done.at(-1)).toBe('cut')
  })

  it('is not one that answers', () => {
    const { peer, wire } = connected()
    for (let probes = 0; probes < 10; probes += 1) {
      peer.beat(PING, true)
      if (probes % 2) peer.ponged()
    }
    expect(wire.done).not.toContain('cut')
  })

  it('is one that speaks but never answers: it may not be reading at all', () => {
    const { peer, wire } = connected()
    for (let probes = 0; probes < 3; probes += 1) {
      peer.beat(PING, true)
      peer.receive('anything')
    }
    expect(wire.done.at(-1)).toBe('cut')
  })

  it('is in nobody’s way: what comes for it is not sent', async () => {
    const { hub, peer, wire } = connected()
    peer.receive(JSON.stringify({ command: 'subscribe', identifier }))
    await expect.poll(() => wire.done.at(-1)).toContain('confirm_subscription')
    peer.closed()
    const event = { type: 'typing', user_id: 'amy' } as const
    expect(hub.broadcast({ kind: 'conversation', conversation_id, participants: ['amy', 'bob'], event }).size).toBe(0)
    expect(peer.deliver('news')).toBe(false)
  })
})

describe('A pong', () => {
  it('that answers a probe costs nothing, however many there are; one that was not asked for counts as a command', () => {
    const { peer, wire } = connected()
    for (let probes = 0; probes < 3 * CABLE_LIMITS.commands_at_once; probes += 1) {
      peer.beat(PING, true)
      peer.ponged()
    }
    expect(wire.done).not.toContain('close 1008')
    for (let count = 0; count <= CABLE_LIMITS.commands_at_once; count += 1) peer.ponged()
    expect(wire.done.at(-1)).toBe('close 1008')
  })
})

describe('A question that nobody could answer', () => {
  it('is no rejection, which would be for good: the client is asked to come back', async () => {
    const failures: unknown[] = []
    const { peer, wire } = connected({
      maySubscribe: () => Promise.reject(new Error('planted')),
      onError: (error) => void failures.push(error),
    })
    peer.receive(JSON.stringify({ command: 'subscribe', identifier }))
    await expect.poll(() => wire.done.at(-1)).toBe('close 1000')
    expect(wire.done.at(-2)).toBe('{"type":"disconnect","reason":"unavailable","reconnect":true}')
    expect(failures).toHaveLength(1)
  })
})
