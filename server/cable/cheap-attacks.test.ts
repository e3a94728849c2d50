import { describe, expect, it } from 'vitest'
import { cableAddress, connectCable, inboxChannel, openSocket } from '#tests/support/network/cable-client.ts'
import { clientFrame, fragments, RawSocket } from '#tests/support/network/raw-socket.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { world } from '#tests/support/world.ts'
import { CABLE_LIMITS } from './limits.ts'

const { ctx, app, member } = await world({}, { cable_limits: { handshake_timeout_ms: 300, close_timeout_ms: 200 } })
const url = await cableAddress(app)
const bob = await member('bob')
const TOO_MANY_PARTS = 1008

async function upgraded(token: string | undefined, address = url): Promise<RawSocket> {
  const raw = new RawSocket(address).upgrade(token === undefined ? '/api/cable' : `/api/cable?token=${token}`)
  await expect.poll(() => raw.received.toString()).toContain('101 Switching Protocols')
  return raw
}

/** The code of the close frame, which is the last thing that a client is sent. */
function closeCode({ received }: RawSocket): number {
  return received.readUInt16BE(received.lastIndexOf(Buffer.from([0x88, 2])) + 2)
}

describe('Fragmented messages', () => {
  it('Somebody who sends a message in tiny fragments is cut off at the seventeenth, with a session or without one', async () => {
    for (const token of [undefined, bob.token]) {
      const attacker = await upgraded(token)
      attacker.socket.write(fragments(CABLE_LIMITS.fragments_per_message + 1))
      await attacker.over()
      if (token !== undefined) expect(closeCode(attacker)).toBe(TOO_MANY_PARTS)
    }
  })

  it('Somebody who sends empty fragments is cut off as well', async () => {
    const attacker = await upgraded(bob.token)
    const empty = Array.from({ length: 17 }, (_, index) => clientFrame('', { opcode: index ? 0 : 1, fin: false }))
    attacker.socket.write(Buffer.concat(empty))
    await attacker.over()
    expect(closeCode(attacker)).toBe(TOO_MANY_PARTS)
  })

  it('A message in a few fragments is understood', async () => {
    const client = await upgraded(bob.token)
    const command = JSON.stringify({ command: 'subscribe', identifier: inboxChannel })
    const third = Math.ceil(command.length / 3)
    for (const [index, at] of [0, third, 2 * third].entries()) {
      client.socket.write(clientFrame(command.slice(at, at + third), { opcode: index === 0 ? 1 : 0, fin: index === 2 }))
    }
    await expect.poll(() => client.received.toString()).toContain('confirm_subscription')
    client.socket.destroy()
  })
})

describe('Frames that arrive byte by byte', () => {
  it('Somebody who sends a frame byte by byte is cut off before many bytes are kept', async () => {
    const attacker = await upgraded(bob.token)
    attacker.socket.setNoDelay()
    const frame = clientFrame('x'.repeat(4000))
    let sent = 0
    while (!attacker.is_over && sent < frame.length) {
      attacker.socket.write(frame.subarray(sent, sent + 1))
      sent += 1
      // The server reads what was sent before the next byte is sent.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await attacker.over()
    expect(closeCode(attacker)).toBe(TOO_MANY_PARTS)
    expect(sent).toBeLessThan(frame.length)
  })
})

describe('The close handshake', () => {
  // A second is promised; a busy machine is given fifteen. The WebSocket library would wait for thirty.
  it('Somebody who is refused has a second to answer the close frame and is cut off then, whatever they go on sending', {
    timeout: 15_000,
  }, async () => {
    expect(CABLE_LIMITS.close_timeout_ms).toBe(1000)
    const attackers = await Promise.all([upgraded(undefined), upgraded('made-up')])
    for (const attacker of attackers) {
      const sending = setInterval(() => attacker.socket.write(clientFrame('{}')), 20)
      await attacker.over()
      clearInterval(sending)
      expect(attacker.received.toString()).toContain('"reason":"unauthorized"')
    }
  })
})

describe('The timeout of the handshake', () => {
  it('Somebody who cannot be authenticated within five seconds is asked to reconnect', async () => {
    expect(CABLE_LIMITS.handshake_timeout_ms).toBe(5000)
    let client = openSocket(url)
    await ctx.db.begin(async (db) => {
      await db`lock table session_tokens in access exclusive mode`
      client = openSocket(url, bob.token)
      await client.ended()
    })
    expect(client.news).toEqual([{ type: 'disconnect', reason: 'unavailable', reconnect: true }])
    expect(await (await connectCable(url, bob.token)).subscribe(inboxChannel)).toBe('confirm_subscription')
  })

  it('Somebody whose upgrade is not answered in time is cut off', async () => {
    const limited = { ...ctx, config: { ...ctx.config, rate_limits: true } }
    const { app: stuck, ctx: own } = await secondProcess(limited, { cable_limits: { handshake_timeout_ms: 100 } })
    own.limiter.take = () => new Promise(() => {})
    const attacker = new RawSocket(await cableAddress(stuck)).upgrade(`/api/cable?token=${bob.token}`)
    await attacker.over()
    expect(attacker.received.toString()).toBe('')
  })

  it('A socket that was welcomed is not subject to the timeout of the handshake', async () => {
    const client = await connectCable(url, bob.token)
    const late = new RawSocket(url)
    // A later socket is ended by the same timer: by then the first one's time would be over as well.
    await ctx.db.begin(async (db) => {
      await db`lock table session_tokens in access exclusive mode`
      await late.upgrade(`/api/cable?token=${bob.token}`).over()
    })
    expect(await client.subscribe(inboxChannel)).toBe('confirm_subscription')
  })
})

describe('Unsolicited pongs', () => {
  it('Somebody who sends pongs without end is cut off as for any other flood', async () => {
    const client = await connectCable(url, bob.token)
    for (let count = 0; count < 300; count += 1) client.socket.pong('unasked')
    expect(await client.ended()).toBe(1008)
    expect(client.news.at(-1)).toMatchObject({ reason: 'too_many_commands' })
  })

  it('Somebody who sends a pong now and then, as the protocol allows, stays connected', async () => {
    const client = await connectCable(url, bob.token)
    for (let count = 0; count < 50; count += 1) client.socket.pong()
    expect(await client.subscribe(inboxChannel)).toBe('confirm_subscription')
  })
})

describe('Clients that do not answer pings', () => {
  it('Somebody who sends commands and never answers a ping is cut off, because only a pong shows that they read', async () => {
    const { app: quick } = await secondProcess(ctx, { cable_limits: { ping_every_ms: 60 } })
    const address = await cableAddress(quick)
    const attacker = await upgraded(bob.token, address)
    const honest = await connectCable(address, bob.token)
    const speaking = setInterval(() => attacker.socket.write(clientFrame('{}')), 100)
    await attacker.over()
    clearInterval(speaking)
    expect(await honest.subscribe(inboxChannel)).toBe('confirm_subscription')
  })
})
