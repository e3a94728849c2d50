import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { openConversation, writeMessage } from '#tests/support/database/conversation-rows.ts'
import {
  type CableClient,
  cableAddress,
  connectCable,
  conversationChannel,
  inboxChannel,
} from '#tests/support/network/cable-client.ts'
import { startRedis } from '#tests/support/processes/redis.ts'
import type { RedisServer } from '#tests/support/processes/redis-server.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { world } from '#tests/support/world.ts'

const redis = await startRedis()
const parts = redis && (await setUp(redis))

async function setUp(server: RedisServer) {
  const first = await world({ REDIS_URL: server.url })
  const second = await secondProcess(first.ctx)
  const amy = await first.creator('amy')
  const bob = await first.member('bob')
  const conversation_id = await openConversation(first.ctx.db, { fan: bob, creator: amy })
  return {
    server,
    first,
    second,
    amy,
    bob,
    conversation_id,
    urls: [await cableAddress(first.app), await cableAddress(second.app)] as const,
    write: (ctx: typeof first.ctx, content: string) =>
      writeMessage(ctx, { conversation_id, fan: bob, creator: amy, content }),
  }
}

/** The processes of this file; called only where Redis is available. */
function processes() {
  if (!parts) throw new Error('there is no redis-server here')
  return parts
}

function contents({ messages }: CableClient): string[] {
  return messages.map(({ message }) => message.content)
}

/** A client that is subscribed to the conversation, at one of the two processes. */
async function listenAt(url: string, token: string | undefined): Promise<CableClient> {
  const client = await connectCable(url, token)
  expect(await client.subscribe(conversationChannel(processes().conversation_id))).toBe('confirm_subscription')
  return client
}

/** Whether the client was told to fetch everything again. */
function wasToldToRefetch({ news }: CableClient): boolean {
  return news.at(-1)?.reason === 'missed_news'
}

async function bothConnected(): Promise<void> {
  const { first, second } = processes()
  await expect.poll(() => [first.ctx.live.isConnected(), second.ctx.live.isConnected()]).toEqual([true, true])
}

describe.runIf(redis)('Two processes with Redis (needs redis-server)', () => {
  it('A message that one process publishes reaches the clients of both, once', async () => {
    const { first, second, amy, bob, urls, write } = processes()
    await bothConnected()
    const [here, there] = [await listenAt(urls[0], bob.token), await listenAt(urls[1], amy.token)]
    await write(first.ctx, 'from the first')
    await write(second.ctx, 'from the second')
    await expect.poll(() => contents(here)).toContain('from the second')
    await expect.poll(() => contents(there)).toContain('from the first')
    await write(first.ctx, 'last')
    for (const client of [here, there]) {
      await expect.poll(() => contents(client)).toContain('last')
      expect(contents(client).sort()).toEqual(['from the first', 'from the second', 'last'])
    }
  })

  it('Typing at one process is seen at the other', async () => {
    const { amy, bob, conversation_id, urls } = processes()
    const [here, there] = [await listenAt(urls[0], bob.token), await listenAt(urls[1], amy.token)]
    here.say('message', conversationChannel(conversation_id), { action: 'typing' })
    await expect.poll(() => there.messages).toEqual([{ type: 'typing', user_id: bob.id }])
  })

  it('A change of notices reaches its user at the other process, and nobody else', async () => {
    const { first, amy, bob, urls } = processes()
    await bothConnected()
    const [own, other] = [await connectCable(urls[1], amy.token), await connectCable(urls[1], bob.token)]
    for (const client of [own, other]) await client.subscribe(inboxChannel)
    first.ctx.live.publish({ kind: 'notices_changed', user_ids: [amy.id] })
    await expect.poll(() => own.messages).toEqual([{ type: 'notices_changed' }])
    await other.settle()
    expect(other.messages).toEqual([])
  })

  it('Signing out at one process disconnects the socket at the other', async () => {
    const { first, urls } = processes()
    const cat = await first.member('cat')
    const socket = await connectCable(urls[1], cat.token)
    await cat.ask('DELETE', '/users/sign_out')
    // Two seconds are promised; a busy machine is given twenty.
    await expect.poll(() => socket.close_code, { timeout: 20_000 }).toBe(1000)
    expect(socket.news.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
  })

  it('Processes ignore what others publish, on any channel of the same Redis', async () => {
    const { server, amy, bob, first, urls, write } = processes()
    const stranger = new Redis(server.url)
    const there = await listenAt(urls[1], amy.token)
    const [channel = ''] = (await stranger.pubsub('CHANNELS')) as string[]
    expect(channel).toMatch(/^loge:[0-9a-f]{32}$/)
    const garbage = ['', '{', 'null', '{"notice":{"kind":"conversation"}}', '{"from":"x","notice":{"kind":"new"}}']
    for (const text of garbage) await stranger.publish(channel, text)
    const notice = { kind: 'user_ended', user_id: amy.id }
    await stranger.publish('loge:another', JSON.stringify({ from: 'x', notice }))
    stranger.disconnect()
    await write(first.ctx, `for ${bob.id}`)
    await expect.poll(() => contents(there)).toEqual([`for ${bob.id}`])
  })
})

describe.runIf(redis)('Without a connection to Redis (needs redis-server)', () => {
  it('While Redis is away, events stay within a process, no call fails or waits, and sign-outs are found by polling', async () => {
    const { server, first, second, amy, bob, conversation_id, urls, write } = processes()
    await bothConnected()
    const [here, there] = [await listenAt(urls[0], bob.token), await listenAt(urls[1], amy.token)]
    await server.kill()
    await expect.poll(() => [first.ctx.live.isConnected(), second.ctx.live.isConnected()]).toEqual([false, false])
    await write(first.ctx, 'meanwhile')
    await expect.poll(() => contents(here)).toEqual(['meanwhile'])
    expect(contents(there)).toEqual([])
    const dan = await first.member('dan')
    const socket = await connectCable(urls[1], dan.token)
    await dan.ask('DELETE', '/users/sign_out')
    await socket.ended()
    expect(socket.news.at(-1)).toMatchObject({ reason: 'unauthorized', reconnect: false })

    await server.start()
    await bothConnected()
    // Clients that may have missed something are told so.
    for (const client of [here, there]) {
      await client.ended()
      expect(client.news.at(-1)).toEqual({ type: 'disconnect', reason: 'missed_news', reconnect: true })
    }
    const { body } = await amy.ask('GET', `/conversations/${conversation_id}`)
    expect(body.messages.map((message: { content: string }) => message.content)).toContain('meanwhile')
    const [again, back] = [await listenAt(urls[0], bob.token), await listenAt(urls[1], amy.token)]
    await write(second.ctx, 'and on')
    await expect.poll(() => [contents(again), contents(back)]).toEqual([['and on'], ['and on']])
  })

  it('A process that lost only its publishing connection tells the others once it is back', async () => {
    const { server, first, amy, urls, write } = processes()
    await bothConnected()
    const there = await listenAt(urls[1], amy.token)
    const admin_client = new Redis(server.url)
    const clients = String(await admin_client.client('LIST'))
    const publishers = [...clients.matchAll(/id=(\d+) .*name=loge-voice/g)].map(([, id]) => Number(id))
    expect(publishers).toHaveLength(2)
    await Promise.all(publishers.map((id) => admin_client.client('KILL', 'ID', id)))
    admin_client.disconnect()
    // All subscriptions are intact: only the process that could not publish knows that something is missing.
    for (let count = 0; count < 20; count += 1) await write(first.ctx, `line ${count}`)
    await expect.poll(() => contents(there).length === 20 || wasToldToRefetch(there)).toBe(true)
  })

  it('A Redis that is frozen with open connections is detected', async () => {
    const { server, first, amy, urls, write } = processes()
    await bothConnected()
    const there = await listenAt(urls[1], amy.token)
    server.freeze()
    await write(first.ctx, 'into the ice')
    await expect.poll(() => first.ctx.live.isConnected()).toBe(false)
    server.thaw()
    await expect.poll(() => contents(there).includes('into the ice') || wasToldToRefetch(there)).toBe(true)
    await bothConnected()
  })
})

describe.runIf(redis)('Starting without Redis (needs redis-server)', () => {
  it('A process that starts without Redis serves at once, and connects later', async () => {
    const { server, first } = processes()
    await server.kill()
    const third = await secondProcess(first.ctx)
    const eve = await first.member('eve')
    const client = await connectCable(await cableAddress(third.app), eve.token)
    expect(third.ctx.live.isConnected()).toBe(false)
    await server.start()
    await expect.poll(() => third.ctx.live.isConnected()).toBe(true)
    await client.ended()
    expect(client.news.at(-1)).toMatchObject({ reason: 'missed_news' })
  })
})
