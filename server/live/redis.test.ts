import { randomUUID } from 'node:crypto'
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

  it('A process receives only what concerns people with an open socket there', async () => {
    const { server, first, second, urls } = processes()
    await bothConnected()
    const [fay, gus] = [await first.creator('fay'), await first.member('gus')]
    const conversation_id = await openConversation(first.ctx.db, { fan: gus, creator: fay })
    const observer = new Redis(server.url)
    const listenersOf = async (id: string) => {
      const [channel] = (await observer.pubsub('CHANNELS', `*:person:${id}`)) as string[]
      return channel === undefined ? 0 : Number((await observer.pubsub('NUMSUB', channel))[1])
    }
    const client = await connectCable(urls[1], fay.token)
    expect([await listenersOf(fay.id), await listenersOf(gus.id)]).toEqual([1, 0])
    const again = await connectCable(urls[1], fay.token)
    const heard: string[] = []
    const stop = second.ctx.live.listen((event) => void heard.push(JSON.stringify(event)))
    for (const fan of [gus, await first.member('hal')]) {
      const content = `from ${fan.id}`
      const creator = fan === gus ? fay : await first.creator('ivy')
      const id = fan === gus ? conversation_id : await openConversation(first.ctx.db, { fan, creator })
      await writeMessage(first.ctx, { conversation_id: id, fan, creator, content })
    }
    first.ctx.live.publish({ kind: 'notices_changed', user_ids: [gus.id, fay.id] })
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2)
    stop()
    expect(heard.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ kind: 'conversation', conversation_id, participants: [fay.id] }),
      { kind: 'notices_changed', user_ids: [fay.id] },
    ])
    client.socket.close()
    await client.ended()
    expect(await listenersOf(fay.id)).toBe(1)
    again.socket.close()
    await expect.poll(() => listenersOf(fay.id)).toBe(0)
    observer.disconnect()
  })

  it('An event for very many people reaches each of them', async () => {
    const { first, amy, urls } = processes()
    await bothConnected()
    const there = await connectCable(urls[1], amy.token)
    await there.subscribe(inboxChannel)
    const user_ids = [...Array.from({ length: 500 }, () => randomUUID()), amy.id]
    first.ctx.live.publish({ kind: 'notices_changed', user_ids })
    await expect.poll(() => there.messages).toEqual([{ type: 'notices_changed' }])
  })

  it('A process of the previous version hears this one and is heard, while it is there', async () => {
    const { server, first, second, amy, bob, conversation_id, urls, write } = processes()
    await bothConnected()
    const there = await listenAt(urls[1], amy.token)
    const [ear, voice] = [new Redis(server.url), new Redis(server.url)]
    const [everybody = ''] = (await voice.pubsub('CHANNELS', 'loge:*:everybody')) as string[]
    const shared = everybody.replace(':everybody', '')
    const heard: string[] = []
    ear.on('message', (_channel, text) => {
      const { from, notice } = JSON.parse(text)
      if (from !== 'old') heard.push(notice.event.message?.content)
    })
    await ear.subscribe(shared)
    await write(first.ctx, 'before it beats')
    await expect.poll(() => contents(there)).toContain('before it beats')
    expect(heard).toEqual([])
    // What the previous version sends: a heartbeat, and every event.
    await voice.publish(shared, JSON.stringify({ from: 'old' }))
    const event = { type: 'typing', user_id: bob.id }
    const reached = new Set<string>()
    const stops = [first, second].map(({ ctx }) => ctx.live.listen(() => void reached.add(ctx.live.process_id)))
    const notice = { kind: 'conversation', conversation_id, participants: [amy.id, bob.id], event }
    await voice.publish(shared, JSON.stringify({ from: 'old', notice }))
    await expect.poll(() => reached.size).toBe(2)
    for (const stop of stops) stop()
    await expect.poll(() => there.messages).toContainEqual(event)
    await write(first.ctx, 'for the old one too')
    await expect.poll(() => heard).toEqual(['for the old one too'])
    const arrived = () => there.messages.filter(({ message }) => message?.content === 'for the old one too')
    await expect.poll(arrived).toHaveLength(1)
    for (const connection of [ear, voice]) connection.disconnect()
  })

  it('Processes ignore what others publish, on any channel of the same Redis', async () => {
    const { server, amy, bob, first, urls, write } = processes()
    const stranger = new Redis(server.url)
    const there = await listenAt(urls[1], amy.token)
    const channels = (await stranger.pubsub('CHANNELS')) as string[]
    const shared = channels.find((name) => /^loge:[0-9a-f]{32}$/.test(name)) ?? ''
    expect(channels).toContain(`${shared}:everybody`)
    const garbage = ['', '{', 'null', '{"notice":{"kind":"conversation"}}', '{"from":"x","notice":{"kind":"new"}}']
    for (const text of garbage) {
      for (const channel of [shared, `${shared}:everybody`, `${shared}:person:${amy.id}`]) {
        await stranger.publish(channel, text)
      }
    }
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
