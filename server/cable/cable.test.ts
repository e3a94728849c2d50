import { describe, expect, it } from 'vitest'
import {
  cableAddress,
  connectCable,
  conversationChannel,
  inboxChannel,
  openSocket,
} from '#tests/support/cable-client.ts'
import { openConversation, writeMessage } from '#tests/support/conversation-rows.ts'
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

describe('Somebody who takes no part', () => {
  // Spec 7.46
  it('is rejected, as with a conversation that does not exist, and hears nothing', async () => {
    const client = await connectCable(url, eve.token)
    expect(await client.subscribe(channel)).toBe('reject_subscription')
    expect(await client.subscribe(conversationChannel(crypto.randomUUID()))).toBe('reject_subscription')
    await write('for two')
    await client.settle()
    expect(client.messages).toEqual([])
  })

  it('gets nothing either when they listened before they were put out', async () => {
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

describe('Somebody without a session', () => {
  // Spec 7.45
  it.each([
    ['no token', undefined],
    ['a made-up token', 'made-up'],
    ['an endless token', 'x'.repeat(5000)],
  ])('is told so for good with %s', async (_, token) => {
    const client = openSocket(url, token)
    await client.ended()
    expect(client.frames).toEqual([{ type: 'disconnect', reason: 'unauthorized', reconnect: false }])
  })
})

describe('The two of a conversation', () => {
  // Spec 7.47
  it('hear of a message at once, each under the identifier they used, to the letter', async () => {
    const odd = `{ "conversation_id":"${conversation_id}",  "channel":"ConversationChannel", "x":"é\\u00e9" }`
    const one = await connectCable(url, amy.token)
    const other = await connectCable(url, bob.token)
    expect(await one.subscribe(channel)).toBe('confirm_subscription')
    expect(await other.subscribe(odd)).toBe('confirm_subscription')
    const id = await write('Hello')
    await expect.poll(() => [one.messages.length, other.messages.length]).toEqual([1, 1])
    const event = { type: 'new_message', message: expect.objectContaining({ id, content: 'Hello' }) }
    expect(one.news.at(-1)).toEqual({ identifier: channel, message: event })
    expect(other.news.at(-1)).toEqual({ identifier: odd, message: event })
  })

  it('are told on their lists which conversation changed, and strangers are not', async () => {
    const [one, other, stranger] = await Promise.all([amy, bob, eve].map(({ token }) => connectCable(url, token)))
    for (const client of [one, other, stranger]) await client?.subscribe(inboxChannel)
    await write('A line')
    const news = { type: 'conversation_changed', conversation_id }
    await expect.poll(() => [one?.messages, other?.messages]).toEqual([[news], [news]])
    await stranger?.settle()
    expect(stranger?.messages).toEqual([])
  })

  it('hear on their lists that their own notices changed, and of nobody else’s', async () => {
    const [phone, desk, stranger] = await Promise.all([bob, bob, eve].map(({ token }) => connectCable(url, token)))
    for (const client of [phone, desk, stranger]) await client?.subscribe(inboxChannel)
    const thread = await connectCable(url, bob.token)
    await thread.subscribe(channel)
    ctx.live.publish({ kind: 'notices_changed', user_ids: [bob.id, amy.id] })
    const news = { type: 'notices_changed' }
    await expect.poll(() => [phone?.messages, desk?.messages]).toEqual([[news], [news]])
    for (const client of [stranger, thread]) {
      await client?.settle()
      expect(client?.messages).toEqual([])
    }
  })

  it('see each other typing, but not themselves, and only so often', async () => {
    const one = await connectCable(url, amy.token)
    const other = await connectCable(url, bob.token)
    for (const client of [one, other]) await client.subscribe(channel)
    for (let times = 0; times < 5; times += 1) other.say('message', channel, { action: 'typing' })
    await expect.poll(() => one.messages).toEqual([{ type: 'typing', user_id: bob.id }])
    await other.settle()
    expect(other.messages).toEqual([])
  })

  it('are pinged, every three seconds where no test is in a hurry, with the time in seconds', async () => {
    expect(CABLE_LIMITS.ping_every_ms).toBe(3000)
    const client = await connectCable(url, bob.token)
    await expect.poll(() => client.frames.filter(({ type }) => type === 'ping').length).toBeGreaterThan(2)
    expect(client.frames.find(({ type }) => type === 'ping')).toEqual({
      type: 'ping',
      message: ctx.now().getTime() / 1000,
    })
  })
})

describe('A message', () => {
  it('counts as delivered once it has reached a device of the other one, and not before', async () => {
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

describe('Whoever runs the product', () => {
  it('sees how many sockets and subscriptions there are', async () => {
    const client = await connectCable(url, eve.token)
    await client.subscribe(inboxChannel)
    const text = await registry.metrics()
    expect(text).toMatch(/^loge_cable_sockets [1-9]/m)
    expect(text).toMatch(/^loge_cable_subscriptions [1-9]/m)
    expect(text).toMatch(/^loge_live_connected 1$/m)
  })

  it('finds no token in the log', () => {
    for (const { token = '' } of [amy, bob, eve]) expect(logs.join('')).not.toContain(token)
  })
})
