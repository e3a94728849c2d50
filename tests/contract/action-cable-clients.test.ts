import { createCable } from '@anycable/core'
import * as actioncable from '@rails/actioncable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONVERSATION_CHANNEL, INBOX_CHANNEL, TYPING_ACTION } from '#contract/live.ts'
import { openConversation, writeMessage } from '#tests/support/database/conversation-rows.ts'
import { cableAddress } from '#tests/support/network/cable-client.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { world } from '#tests/support/world.ts'

/** Tests the server with the two published clients of Action Cable, unchanged. */

const options = { cable_limits: { ping_every_ms: 300 } }
const { ctx, app, creator, member } = await world({}, options)
const url = await cableAddress(app)
const amy = await creator('amy')
const bob = await member('bob')
const eve = await member('eve')
const conversation_id = await openConversation(ctx.db, { fan: bob, creator: amy })
const params = { channel: CONVERSATION_CHANNEL, conversation_id }
const write = (content: string) => writeMessage(ctx, { conversation_id, fan: bob, creator: amy, content })

/** The client of Rails listens to the visibility of its page. There is no page here. */
const OF_A_PAGE = ['addEventListener', 'removeEventListener']
beforeAll(() => {
  for (const name of OF_A_PAGE) Reflect.set(globalThis, name, () => {})
})
afterAll(() => {
  for (const name of OF_A_PAGE) Reflect.deleteProperty(globalThis, name)
})

interface Heard {
  words: string[]
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
  received: any[]
}

describe('@rails/actioncable', () => {
  const consumers: actioncable.Consumer[] = []
  beforeAll(() => {
    // By default the client checks its connection every six seconds. This setting of its own makes the test faster.
    const { ConnectionMonitor } = actioncable as unknown as { ConnectionMonitor: { staleThreshold: number } }
    ConnectionMonitor.staleThreshold = 3
  })
  afterAll(() => {
    for (const consumer of consumers) consumer.disconnect()
  })

  function listen(token = 'none', to: Record<string, string> & { channel: string } = params) {
    const consumer = actioncable.createConsumer(`${url}?token=${token}`)
    consumers.push(consumer)
    const heard: Heard = { words: [], received: [] }
    const subscription = consumer.subscriptions.create(to, {
      connected: () => heard.words.push('connected'),
      disconnected: ({ willAttemptReconnect }: { willAttemptReconnect: boolean | undefined }) =>
        heard.words.push(willAttemptReconnect ? 'disconnected' : 'disconnected for good'),
      rejected: () => heard.words.push('rejected'),
      received: (data: unknown) => heard.received.push(data),
    })
    return { heard, subscription }
  }

  it('The Rails client without a session is disconnected for good', async () => {
    const { heard } = listen('made-up')
    await expect.poll(() => heard.words).toEqual(['disconnected for good'])
  })

  it('The Rails client is rejected from a conversation of others', async () => {
    const { heard } = listen(eve.token)
    await expect.poll(() => heard.words).toEqual(['rejected'])
  })

  // Spec 7.45
  it('The Rails client connects, subscribes, receives messages and sends actions', async () => {
    const amyHears = listen(amy.token)
    const bobHears = listen(bob.token)
    await expect.poll(() => [amyHears.heard.words[0], bobHears.heard.words[0]]).toEqual(['connected', 'connected'])
    const id = await write('Hello')
    await expect
      .poll(() => amyHears.heard.received)
      .toEqual([{ type: 'new_message', message: expect.objectContaining({ id, content: 'Hello' }) }])
    bobHears.subscription.perform(TYPING_ACTION)
    await expect.poll(() => amyHears.heard.received.at(-1)).toEqual({ type: 'typing', user_id: bob.id })
    amyHears.subscription.unsubscribe()
  })

  it('The Rails client connects with a ticket in place of the token', async () => {
    const { body } = await bob.ask('POST', '/cable_tickets')
    const { heard } = listen(body.ticket)
    await expect.poll(() => heard.words).toEqual(['connected'])
  })

  it('The Rails client is disconnected for good by a sign-out', async () => {
    const cat = await member('cat')
    const { heard } = listen(cat.token, { channel: INBOX_CHANNEL })
    await expect.poll(() => heard.words).toEqual(['connected'])
    await cat.ask('DELETE', '/users/sign_out')
    await expect.poll(() => heard.words).toEqual(['connected', 'disconnected for good'])
  })
})

describe('@anycable/core in its plain mode', () => {
  const connect = (token = 'none', address = url) =>
    createCable(`${address}?token=${token}`, {
      protocol: 'actioncable-v1-json',
      websocketImplementation: WebSocket,
      pingInterval: 300,
      maxMissingPings: 20,
    })

  it('The AnyCable client without a session is disconnected for good', async () => {
    const cable = connect('made-up')
    const closed = new Promise<string | undefined>((resolve) => {
      cable.on('close', (event) => resolve(event?.reason))
    })
    await expect(cable.connect()).rejects.toMatchObject({ reason: 'unauthorized' })
    expect(await closed).toBe('unauthorized')
    expect(cable.state).toBe('closed')
  })

  it('The AnyCable client is rejected from a conversation of others', async () => {
    const cable = connect(eve.token)
    const channel = cable.subscribeTo(CONVERSATION_CHANNEL, { conversation_id })
    await expect(channel.ensureSubscribed()).rejects.toThrow(/[Rr]ejected/)
    cable.disconnect()
  })

  it('The AnyCable client connects, subscribes, receives messages and sends actions', async () => {
    const cables = [connect(amy.token), connect(bob.token)]
    const [amyListens, bobListens] = cables.map((cable) => cable.subscribeTo(CONVERSATION_CHANNEL, { conversation_id }))
    const received: unknown[] = []
    amyListens?.on('message', (message) => received.push(message))
    await amyListens?.ensureSubscribed()
    await bobListens?.ensureSubscribed()
    const id = await write('Hello')
    await expect
      .poll(() => received)
      .toEqual([{ type: 'new_message', message: expect.objectContaining({ id, content: 'Hello' }) }])
    await bobListens?.perform(TYPING_ACTION)
    await expect.poll(() => received.at(-1)).toEqual({ type: 'typing', user_id: bob.id })
    for (const cable of cables) cable.disconnect()
  })
})

describe('When the server restarts', () => {
  it('The Rails client and the AnyCable client reconnect after a restart of the server, subscribe again and miss no later message', async () => {
    const first = await secondProcess(ctx, options)
    const address = await cableAddress(first.app)
    const rails = actioncable.createConsumer(`${address}?token=${amy.token}`)
    const anycable = createCable(`${address}?token=${bob.token}`, {
      websocketImplementation: WebSocket,
      pingInterval: 300,
      maxMissingPings: 20,
    })
    const words: string[] = []
    const received: string[][] = [[], []]
    rails.subscriptions.create(params, {
      connected: () => words.push('rails in'),
      disconnected: () => words.push('rails out'),
      received: ({ message }: { message: { content: string } }) => received[0]?.push(message.content),
    })
    const channel = anycable.subscribeTo(CONVERSATION_CHANNEL, { conversation_id })
    channel.on('connect', () => words.push('anycable in'))
    channel.on('disconnect', (event) => words.push(`anycable out: ${event.reason}`))
    // biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
    channel.on('message', ({ message }: any) => received[1]?.push(message.content))
    await expect.poll(() => [...words].sort()).toEqual(['anycable in', 'rails in'])

    await first.app.close()
    await expect
      .poll(() => [...words].sort())
      .toEqual(['anycable in', 'anycable out: server_restart', 'rails in', 'rails out'])
    const next = await secondProcess(ctx, options)
    await next.app.listen({ port: Number(new URL(address).port), host: '127.0.0.1' })
    await expect.poll(() => [...words.slice(4)].sort(), { timeout: 50_000 }).toEqual(['anycable in', 'rails in'])
    await writeMessage(next.ctx, { conversation_id, fan: bob, creator: amy, content: 'Still there?' })
    await expect.poll(() => received).toEqual([['Still there?'], ['Still there?']])
    rails.disconnect()
    anycable.disconnect()
  })
})
