import { describe, expect, it } from 'vitest'
import { openConversation } from '#tests/support/database/conversation-rows.ts'
import {
  cableAddress,
  connectCable,
  conversationChannel,
  inboxChannel,
  openSocket,
} from '#tests/support/network/cable-client.ts'
import { world } from '#tests/support/world.ts'

const { ctx, app, registry, creator, member } = await world(
  {},
  { cable_limits: { sockets_per_user: 3, outgoing_bytes: 64 * 1024, ping_every_ms: 120 } },
)
const url = await cableAddress(app)
const amy = await creator('amy')
const bob = await member('bob')
const conversation_id = await openConversation(ctx.db, { fan: bob, creator: amy })

function openSockets(): Promise<number | undefined> {
  return registry
    .getSingleMetric('loge_cable_sockets')
    ?.get()
    .then(({ values }) => values[0]?.value) as Promise<number | undefined>
}

describe('Invalid frames', () => {
  it('A frame that is too large ends its socket and no other', async () => {
    const client = await connectCable(url, bob.token)
    const other = await connectCable(url, amy.token)
    client.socket.send('x'.repeat(8 * 1024 + 1))
    expect(await client.ended()).toBe(1009)
    expect(await other.subscribe(inboxChannel)).toBe('confirm_subscription')
    other.socket.terminate()
  })

  it('A binary frame ends its socket', async () => {
    const client = await connectCable(url, bob.token)
    client.socket.send(Buffer.from([1, 2, 3]))
    expect(await client.ended()).toBe(1003)
  })

  it('An invalid frame ends the subscriptions of its socket at once, also when the client does not answer the close frame', async () => {
    const before = (await openSockets()) ?? 0
    const clients = [await connectCable(url, bob.token), await connectCable(url, bob.token)]
    await expect.poll(openSockets).toBe(before + 2)
    const [one, other] = clients
    for (const client of clients) client.socket.pause()
    one?.socket.send(Buffer.from([1]))
    other?.socket.send('x'.repeat(8 * 1024 + 1))
    await expect.poll(openSockets).toBe(before)
    for (const client of clients) client.socket.terminate()
  })
})

describe('Floods', () => {
  it('A flood ends its socket with a reason', async () => {
    const client = await connectCable(url, bob.token)
    for (let count = 0; count < 300; count += 1) client.socket.send('noise')
    expect(await client.ended()).toBe(1008)
    expect(client.news.at(-1)).toEqual({ type: 'disconnect', reason: 'too_many_commands', reconnect: true })
  })
})

describe('Pings of a client', () => {
  it('A ping of a client is answered, and a flood of pings ends its socket', async () => {
    const client = await connectCable(url, bob.token)
    let pongs = 0
    client.socket.on('pong', () => {
      pongs += 1
    })
    client.socket.ping('are you there')
    await expect.poll(() => pongs).toBe(1)
    for (let count = 0; count < 5000; count += 1) client.socket.ping('and now')
    expect(await client.ended()).toBe(1008)
    expect(client.news.at(-1)).toMatchObject({ reason: 'too_many_commands' })
    expect(pongs).toBeLessThan(5000)
  })
})

describe('Sockets of one user', () => {
  it('Somebody with too many sockets is asked to reconnect later, and may once another one is closed', async () => {
    const cat = await member('cat')
    const clients = [1, 2, 3].map(() => connectCable(url, cat.token))
    const [first] = await Promise.all(clients)
    const refused = openSocket(url, cat.token)
    await refused.ended()
    expect(refused.news).toEqual([{ type: 'disconnect', reason: 'too_many_sockets', reconnect: true }])
    first?.socket.close()
    await first?.ended()
    await connectCable(url, cat.token)
  })

  it('Somebody who opens twenty sockets at once gets no more than the maximum', async () => {
    const dan = await member('dan')
    const clients = Array.from({ length: 20 }, () => openSocket(url, dan.token))
    await expect.poll(() => clients.filter(({ news }) => news.length > 0)).toHaveLength(20)
    expect(clients.filter(({ news }) => news[0]?.type === 'welcome')).toHaveLength(3)
    for (const { socket } of clients) socket.terminate()
  })
})

describe('Clients that do not read', () => {
  it('A client that does not read is cut off before much is buffered for it, and nobody waits for it', async () => {
    const quick = await connectCable(url, amy.token)
    await quick.subscribe(conversationChannel(conversation_id))
    const slow = await connectCable(url, bob.token)
    await slow.subscribe(conversationChannel(conversation_id))
    const before = (await openSockets()) ?? 0
    slow.socket.pause()
    const emoji = 'x'.repeat(4000)
    const event = {
      type: 'reaction_added',
      message_id: amy.id,
      emoji,
      reaction_counts: {},
      total_reactions: 1,
    } as const
    let published = 0
    // The system's own buffers hold some megabytes before anything waits in ours.
    while (published < 20_000 && (await openSockets()) === before) {
      for (let count = 0; count < 100; count += 1, published += 1) {
        ctx.live.publish({
          kind: 'conversation',
          conversation_id,
          participants: [amy.id, bob.id],
          event: { ...event, user_id: bob.id },
        })
      }
      await expect.poll(() => quick.messages.length).toBe(published)
    }
    expect(await openSockets()).toBe(before - 1)
    slow.socket.resume()
    await slow.ended()
    expect(slow.messages.length).toBeLessThan(published)
  })
})
