import { describe, expect, it } from 'vitest'
import { openConversation, writeMessage } from '#tests/support/database/conversation-rows.ts'
import {
  cableAddress,
  connectCable,
  conversationChannel,
  inboxChannel,
  openSocket,
} from '#tests/support/network/cable-client.ts'
import { world } from '#tests/support/world.ts'
import { CABLE_LIMITS } from './limits.ts'

const { ctx, app, registry, logs, member, creator } = await world({}, { cable_limits: { ping_every_ms: 60 } })
const url = await cableAddress(app)
const amy = await creator('amy')
const bob = await member('bob')
const eve = await member('eve')
const conversation_id = await openConversation(ctx.db, { fan: bob, creator: amy })
const channel = conversationChannel(conversation_id)

function write(content: string): Promise<string> {
  return writeMessage(ctx, { conversation_id, fan: bob, creator: amy, content })
}

async function deliveredTo(side: 'fan' | 'creator'): Promise<number> {
  const [row] = await ctx.db`select fan_delivered, creator_delivered from conversations where id = ${conversation_id}`
  return row?.[`${side}_delivered`]
}

describe('Somebody who takes no part in a conversation', () => {
  // Spec 7.46
  it('Somebody who takes no part in a conversation is rejected, as for a conversation that does not exist, and hears nothing', async () => {
    const client = await connectCable(url, eve.token)
    expect(await client.subscribe(channel)).toBe('reject_subscription')
    expect(await client.subscribe(conversationChannel(crypto.randomUUID()))).toBe('reject_subscription')
    await write('for two')
    await client.settle()
    expect(client.messages).toEqual([])
  })

  it('A subscriber who is no longer a participant gets no live event of the conversation', async () => {
    const client = await connectCable(url, bob.token)
    await client.subscribe(channel)
    ctx.live.publish({
      kind: 'conversation',
      conversation_id,
      participants: [amy.id, eve.id],
      event: { type: 'typing', user_id: eve.id },
    })
    await client.settle()
    expect(client.messages).toEqual([])
  })
})

describe('Sockets without a session', () => {
  // Spec 7.45
  it.each([
    ['no token', undefined],
    ['a made-up token', 'made-up'],
    ['an endless token', 'x'.repeat(5000)],
  ])('A socket with %s is closed as unauthorized and told not to reconnect', async (_, token) => {
    const client = openSocket(url, token)
    await client.ended()
    expect(client.frames).toEqual([{ type: 'disconnect', reason: 'unauthorized', reconnect: false }])
  })
})

describe('The two participants of a conversation', () => {
  // Spec 7.47
  it('Both participants get a new message at once, each under the exact identifier that they subscribed with', async () => {
    const unusual = `{ "conversation_id":"${conversation_id}",  "channel":"ConversationChannel", "x":"é\\u00e9" }`
    const one = await connectCable(url, amy.token)
    const other = await connectCable(url, bob.token)
    expect(await one.subscribe(channel)).toBe('confirm_subscription')
    expect(await other.subscribe(unusual)).toBe('confirm_subscription')
    const id = await write('Hello')
    await expect.poll(() => [one.messages.length, other.messages.length]).toEqual([1, 1])
    const event = { type: 'new_message', message: expect.objectContaining({ id, content: 'Hello' }) }
    expect(one.news.at(-1)).toEqual({ identifier: channel, message: event })
    expect(other.news.at(-1)).toEqual({ identifier: unusual, message: event })
  })

  it('Both participants are told in their inboxes which conversation changed, and strangers are not', async () => {
    const [one, other, stranger] = await Promise.all([amy, bob, eve].map(({ token }) => connectCable(url, token)))
    for (const client of [one, other, stranger]) await client?.subscribe(inboxChannel)
    await write('A line')
    const news = { type: 'conversation_changed', conversation_id }
    await expect.poll(() => [one?.messages, other?.messages]).toEqual([[news], [news]])
    await stranger?.settle()
    expect(stranger?.messages).toEqual([])
  })

  it.each([
    ['notices', 'notices_changed'],
    ['subscriptions', 'subscriptions_changed'],
  ] as const)('All inboxes of a user are told that their %s changed, and nobody else’s', async (_, kind) => {
    const [phone, desk, stranger] = await Promise.all([bob, bob, eve].map(({ token }) => connectCable(url, token)))
    for (const client of [phone, desk, stranger]) await client?.subscribe(inboxChannel)
    const thread = await connectCable(url, bob.token)
    await thread.subscribe(channel)
    ctx.live.publish({ kind, user_ids: [bob.id, amy.id] })
    const news = { type: kind }
    await expect.poll(() => [phone?.messages, desk?.messages]).toEqual([[news], [news]])
    for (const client of [stranger, thread]) {
      await client?.settle()
      expect(client?.messages).toEqual([])
    }
  })

  it('A participant sees the other one typing, at a limited rate, and never themselves', async () => {
    const one = await connectCable(url, amy.token)
    const other = await connectCable(url, bob.token)
    for (const client of [one, other]) await client.subscribe(channel)
    for (let times = 0; times < 5; times += 1) other.say('message', channel, { action: 'typing' })
    await expect.poll(() => one.messages).toEqual([{ type: 'typing', user_id: bob.id }])
    await other.settle()
    expect(other.messages).toEqual([])
  })

  it('A socket is pinged every three seconds, with the time in seconds', async () => {
    expect(CABLE_LIMITS.ping_every_ms).toBe(3000)
    const client = await connectCable(url, bob.token)
    await expect.poll(() => client.frames.filter(({ type }) => type === 'ping').length).toBeGreaterThan(2)
    expect(client.frames.find(({ type }) => type === 'ping')).toEqual({
      type: 'ping',
      message: ctx.now().getTime() / 1000,
    })
  })
})

describe('Delivery', () => {
  it('A message counts as delivered once it has reached a device of the recipient, and not before', async () => {
    const sender = await connectCable(url, bob.token)
    await sender.subscribe(channel)
    await write('to nobody yet')
    await expect.poll(() => sender.messages.length).toBe(1)
    expect(await deliveredTo('fan')).toBe(0)
    const before = await deliveredTo('creator')
    const device = await connectCable(url, amy.token)
    await device.subscribe(channel)
    await write('one')
    await write('two')
    const [row] = await ctx.db`select last_position from conversations where id = ${conversation_id}`
    await expect.poll(() => deliveredTo('creator')).toBe(row?.last_position)
    expect(row?.last_position).toBeGreaterThan(before)
    expect(await deliveredTo('fan')).toBe(0)
  })
})

describe('Metrics and logs of the live socket', () => {
  it('An operator sees how many sockets and subscriptions there are', async () => {
    const client = await connectCable(url, eve.token)
    await client.subscribe(inboxChannel)
    const text = await registry.metrics()
    expect(text).toMatch(/^loge_cable_sockets [1-9]/m)
    expect(text).toMatch(/^loge_cable_subscriptions [1-9]/m)
    expect(text).toMatch(/^loge_live_connected 1$/m)
  })

  it('The log contains no token', () => {
    for (const { token = '' } of [amy, bob, eve]) expect(logs.join('')).not.toContain(token)
  })
})
