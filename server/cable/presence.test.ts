import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { createLog } from '#server/log.ts'
import { newId } from '#server/store/ids.ts'
import { openConversation, writeMessage } from '#tests/support/database/conversation-rows.ts'
import {
  type CableClient,
  cableAddress,
  connectCable,
  conversationChannel,
} from '#tests/support/network/cable-client.ts'
import { startRedis } from '#tests/support/processes/redis.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { type Person, world } from '#tests/support/world.ts'

beforeEach(() => vi.clearAllMocks())

const options = { cable_limits: { heartbeat_every_ms: 100 } }
const redis = await startRedis()

/** A product, and further processes on its database with other settings. */
async function cluster(env: Record<string, string> = {}) {
  const first = await world(env, options)
  const errors = vi.spyOn(first.ctx.log, 'error')
  return {
    first,
    errors: () => errors.mock.calls.map((parts) => String(parts.at(-1))),
    async add(settings: Partial<Context['config']> = {}) {
      const registry = new Registry()
      const log = createLog(first.ctx.config)
      const other_errors = vi.spyOn(log, 'error')
      const config = { ...first.ctx.config, ...settings }
      const other = await secondProcess({ ...first.ctx, config, log }, { ...options, registry })
      return { ...other, registry, errors: () => other_errors.mock.calls.map((parts) => String(parts.at(-1))) }
    },
  }
}

async function isConnected(registry: Registry): Promise<boolean> {
  return /^loge_live_connected 1$/m.test(await registry.metrics())
}

/** Waits until each process has looked at the others a number of times. */
async function beats({ first }: Awaited<ReturnType<typeof cluster>>, count = 10): Promise<void> {
  const seen = new Set<string>()
  const look = async () => {
    const rows = await first.ctx.db<{ seen_at: Date }[]>`
      select seen_at from processes where id = ${first.ctx.live.process_id}`
    for (const { seen_at } of rows) seen.add(seen_at.toISOString())
    return seen.size
  }
  await expect.poll(look, { interval: 20 }).toBeGreaterThanOrEqual(count)
}

describe('Processes that do not share live events', () => {
  it('A second process without REDIS_URL is reported by both, until it ends', async () => {
    const processes = await cluster()
    const { first } = processes
    expect(await isConnected(first.registry)).toBe(true)
    const second = await processes.add()
    for (const { registry, errors } of [{ registry: first.registry, errors: processes.errors }, second]) {
      await expect.poll(() => isConnected(registry)).toBe(false)
      expect(errors()).toEqual([expect.stringMatching(/^another process uses this database .*: set REDIS_URL/)])
    }
    await second.app.close()
    await expect.poll(() => isConnected(first.registry)).toBe(true)
    expect(processes.errors()).toHaveLength(1)
  })

  it('A process that was killed is not taken for one without REDIS_URL', async () => {
    const processes = await cluster()
    const { db } = processes.first.ctx
    await db`insert into processes (id, reach, seen_at) values (${randomUUID()}, 'process', clock_timestamp())`
    await beats(processes)
    expect(await isConnected(processes.first.registry)).toBe(true)
    expect(processes.errors()).toEqual([])
  })
})

describe.runIf(redis)('Processes with Redis (needs redis-server)', async () => {
  const processes = await cluster({ REDIS_URL: redis?.url ?? '', SECRET_KEY: 'k'.repeat(32) })

  it.each([
    ['another SECRET_KEY', { secret_key: 'o'.repeat(32) }, /the same REDIS_URL and the same SECRET_KEY/],
    ['no REDIS_URL', { redis_url: undefined }, /set REDIS_URL for the other process too/],
  ] as const)('A second process with %s is reported by both, with the remedy', async (_, settings, remedy) => {
    const second = await processes.add(settings)
    await expect.poll(() => isConnected(processes.first.registry)).toBe(false)
    await expect.poll(() => isConnected(second.registry)).toBe(false)
    expect(processes.errors()).toEqual([expect.stringMatching(remedy)])
    expect(second.errors()).toEqual([expect.stringMatching(/^another process uses this database/)])
    await second.app.close()
    await expect.poll(() => isConnected(processes.first.registry)).toBe(true)
  })

  it('Processes that start and end one after the other report nothing', async () => {
    const [one, two] = [await processes.add(), await processes.add()]
    await beats(processes, 40)
    await one.app.close()
    const three = await processes.add()
    await beats(processes, 40)
    for (const { registry, errors } of [two, three]) {
      expect(errors()).toEqual([])
      expect(await isConnected(registry)).toBe(true)
    }
    for (const { app } of [two, three]) await app.close()
    expect(await isConnected(processes.first.registry)).toBe(true)
    expect(processes.errors()).toEqual([])
    expect(await processes.first.ctx.db`select from processes`).toHaveLength(1)
  })
})

describe('A process that is killed', async () => {
  const { ctx, app, creator, member } = await world({}, options)
  const url = await cableAddress(app)

  /** A heartbeat that is the last one. */
  const lastHeartbeat = () =>
    ctx.db`insert into processes (id, reach, seen_at) values (${randomUUID()}, 'redis', clock_timestamp())`

  /** Stores a message as a process that is killed before it publishes it. */
  async function store(people: { conversation_id: string; fan: Person; creator: Person }, content: string) {
    return await writeMessage({ db: ctx.db, live: { ...ctx.live, publish() {} } }, { ...people, content })
  }

  async function listen(person: Person, conversation_id: string): Promise<CableClient> {
    const client = await connectCable(url, person.token)
    expect(await client.subscribe(conversationChannel(conversation_id))).toBe('confirm_subscription')
    return client
  }
  const contents = ({ messages }: CableClient) =>
    messages.flatMap((event) => (event.type === 'new_message' ? [event.message.content] : []))

  it('What it stored and did not publish reaches open sockets, once, in a page that stays connected', async () => {
    const [amy, bob] = [await creator('amy'), await member('bob')]
    const conversation_id = await openConversation(ctx.db, { fan: bob, creator: amy })
    const people = { conversation_id, fan: bob, creator: amy }
    const clients = [await listen(amy, conversation_id), await listen(bob, conversation_id)]
    await writeMessage(ctx, { ...people, content: 'published' })
    const id = await store(people, 'stored only')
    await lastHeartbeat()
    for (const client of clients) await expect.poll(() => contents(client)).toEqual(['published', 'stored only'])
    expect(clients[0]?.messages.at(-1)).toMatchObject({ message: { id, sender_id: bob.id, is_removed: false } })
    await lastHeartbeat()
    await store(people, 'later')
    for (const client of clients) {
      await expect.poll(() => contents(client)).toEqual(['published', 'stored only', 'later'])
      expect(client.close_code).toBeUndefined()
    }
  })

  it('What staff removed since, and what a block hides, is not announced', async () => {
    const [cat, dan, eve] = [await creator('cat'), await member('dan'), await member('eve')]
    const [blocked, open] = [
      await openConversation(ctx.db, { fan: dan, creator: cat }),
      await openConversation(ctx.db, { fan: eve, creator: cat }),
    ]
    const sockets = [await listen(dan, blocked), await listen(eve, open)] as const
    await store({ conversation_id: blocked, fan: dan, creator: cat }, 'between blocked people')
    const removed = await store({ conversation_id: open, fan: eve, creator: cat }, 'removed')
    await store({ conversation_id: open, fan: eve, creator: cat }, 'kept')
    const { username } = (await dan.ask('GET', '/user')).body
    expect((await cat.ask('POST', '/blocks', { username })).status).toBe(201)
    await ctx.db`update messages set hidden_at = now(), hidden_content = content where id = ${removed}`
    await lastHeartbeat()
    await expect.poll(() => contents(sockets[1])).toEqual(['kept'])
    await sockets[0].settle()
    expect(contents(sockets[0])).toEqual([])
  })

  it('A message that its sender sends again is announced, unless it was', async () => {
    const [fay, gus] = [await creator('fay'), await member('gus')]
    const conversation_id = await openConversation(ctx.db, { fan: gus, creator: fay })
    const socket = await listen(fay, conversation_id)
    const client_id = randomUUID()
    const id = newId(ctx.now())
    await ctx.db`update conversations set last_position = 1 where id = ${conversation_id}`
    await ctx.db`
      insert into messages (id, conversation_id, position, sender_id, content, client_id, created_at)
      values (${id}, ${conversation_id}, 1, ${fay.id}, 'Are you there?', ${client_id}, ${ctx.now()})`
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { body } = await fay.ask('POST', `/conversations/${conversation_id}/messages`, { content: 'x', client_id })
      expect(body).toMatchObject({ id })
    }
    await socket.settle()
    expect(contents(socket)).toEqual(['Are you there?'])
  })
})
