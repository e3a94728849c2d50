import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { cableAddress, openSocket } from '#tests/support/network/cable-client.ts'
import { startRedis } from '#tests/support/processes/redis.ts'
import type { RedisServer } from '#tests/support/processes/redis-server.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { PASSWORD, Person, world } from '#tests/support/world.ts'
import { LimitsConnection } from './redis-connection.ts'
import { LIMITER_SCRIPTS, redisRateLimiter } from './redis-limiter.ts'

const SOCKETS = { cable_limits: { sockets_per_user: 3 } }
const redis = await startRedis()
const parts = redis && (await setUp(redis))

async function setUp(server: RedisServer) {
  const first = await world({ REDIS_URL: server.url, RATE_LIMITS: 'on', TRUST_PROXY: '1' }, SOCKETS)
  const second = await secondProcess(first.ctx, SOCKETS)
  const reader = new Redis(server.url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  reader.on('error', () => {})
  afterAll(() => reader.disconnect())
  return { server, reader, first, second, apps: [first.app, second.app] }
}

/** The processes of this file; called only where Redis is available. */
function processes() {
  if (!parts) throw new Error('there is no redis-server here')
  return parts
}

type App = ReturnType<typeof processes>['first']['app']

async function signIn(app: App, email: string, password = 'a wrong password', from = '203.0.113.9'): Promise<number> {
  const body = { user: { email, password } }
  const headers = { 'x-forwarded-for': from }
  return (await new Person(app, email).ask('POST', '/users/sign_in', body, { headers })).status
}

/** How many of 24 guesses, at these processes in turn, are checked. */
async function countChecked(apps: readonly App[], email: string, from?: string): Promise<number> {
  let checked = 0
  for (let guess = 0; guess < 24; guess += 1) {
    const app = apps[guess % apps.length] as App
    if ((await signIn(app, email, undefined, from)) === 401) checked += 1
  }
  return checked
}

/** Whether both processes count in Redis: what one of them counts, the other one knows. */
async function bothConnected(): Promise<void> {
  const { first, second } = processes()
  const limit = { max: 1, window_ms: 60_000 }
  await expect
    .poll(async () => {
      const counters = [{ key: crypto.randomUUID(), limit }]
      await first.ctx.limiter.take(counters, first.ctx.now())
      return await second.ctx.limiter.peek(counters, first.ctx.now())
    })
    .toBeDefined()
}

/** Opens a socket, and waits until it is welcomed or refused. */
async function openAt(app: App, token: string | undefined) {
  const client = openSocket(await cableAddress(app), token)
  await expect.poll(() => client.news.length).toBeGreaterThan(0)
  return client
}

describe.runIf(redis)('Limits of several processes (needs redis-server)', () => {
  it('Ten wrong passwords are checked by all processes together, also by one that starts later', async () => {
    const { first, apps } = processes()
    expect(await countChecked(apps, 'amy@example.com')).toBe(10)
    const third = await secondProcess(first.ctx)
    expect(await countChecked([third.app], 'amy@example.com')).toBe(0)
    expect(await countChecked([third.app], 'amy@example.com', '203.0.113.10')).toBe(10)
  })

  it('Of a hundred concurrent sign-ins at two processes ten are checked and no more', async () => {
    const { apps } = processes()
    const asked = Array.from({ length: 100 }, (_, i) =>
      signIn(apps[i % 2] as App, 'rush@example.com', undefined, '203.0.113.11'),
    )
    expect((await Promise.all(asked)).filter((status) => status === 401)).toHaveLength(10)
  })

  it('A correct password at one process uses up no guess of the other', async () => {
    const { first, apps } = processes()
    const bob = await first.member('bob')
    for (const app of [...apps, ...apps]) expect(await signIn(app, bob.email, PASSWORD, '203.0.113.12')).toBe(200)
    expect(await countChecked(apps, bob.email, '203.0.113.12')).toBe(10)
  })

  it('Redis holds no address in the clear, and forgets every counter by itself', async () => {
    const { reader, apps } = processes()
    await signIn(apps[0] as App, 'hidden@example.com', undefined, '203.0.113.13')
    const keys = await reader.keys('*')
    expect(keys.length).toBeGreaterThan(3)
    const index = keys.find((key) => key.endsWith(':counters')) ?? ''
    const text = [...keys, ...(await reader.zrange(index, '0', '-1'))].join('\n')
    expect(text).not.toMatch(/example|203\.0\.113|sign_in/)
    for (const key of keys) {
      expect(key).toMatch(/^loge:[0-9a-f]{32}:/)
      expect(await reader.pttl(key)).toBeGreaterThan(0)
    }
  })

  it('The number of counters in Redis is bounded under a flood of new keys', async () => {
    const { server, reader, first } = processes()
    const connection = new LimitsConnection(server.url, first.ctx.log, LIMITER_SCRIPTS)
    await connection.opened(10_000)
    const limiter = redisRateLimiter(connection, { prefix: 'flood', secret: first.ctx.secret, max_keys: 100 })
    const limit = { max: 1, window_ms: 60_000 }
    for (let i = 0; i < 500; i += 1) await limiter.take([{ key: `${i}`, limit }], first.ctx.now())
    connection.close()
    expect(await reader.keys('flood:*')).toHaveLength(100 + 1)
  })

  it('A window ends by the clock of Redis', async () => {
    const { first, second } = processes()
    const counters = [{ key: 'short', limit: { max: 1, window_ms: 50 } }]
    expect(await first.ctx.limiter.take(counters, first.ctx.now())).toBeUndefined()
    await expect.poll(() => second.ctx.limiter.take(counters, first.ctx.now())).toBeUndefined()
  })
})

describe.runIf(redis)('Live sockets of one person at several processes (needs redis-server)', () => {
  const refused = { type: 'disconnect', reason: 'too_many_sockets', reconnect: true }

  it('A person has three sockets at all processes together, and a closed one makes room at any of them', async () => {
    const { first, second } = processes()
    const cat = await first.member('cat')
    const [here, there] = [await openAt(first.app, cat.token), await openAt(second.app, cat.token)]
    await openAt(first.app, cat.token)
    for (const { app } of [first, second]) {
      const fourth = await openAt(app, cat.token)
      await fourth.ended()
      expect(fourth.news.at(-1)).toEqual(refused)
    }
    here.socket.close()
    await here.ended()
    await expect.poll(async () => (await openAt(second.app, cat.token)).news[0]).toEqual({ type: 'welcome' })
    there.socket.terminate()
  })

  it('A cable ticket opens one socket, at one of the processes', async () => {
    const { first, second } = processes()
    const ida = await first.member('ida')
    const { ticket } = (await ida.ask('POST', '/cable_tickets')).body
    expect((await openAt(first.app, ticket)).news[0]).toEqual({ type: 'welcome' })
    expect((await openAt(second.app, ticket)).news[0]).toMatchObject({ type: 'disconnect', reason: 'ticket_expired' })
  })

  it('The places of a process that is gone are free again', async () => {
    const { first, second, reader } = processes()
    const dan = await first.member('dan')
    for (const _ of [1, 2, 3]) await openAt(first.app, dan.token)
    const early = await openAt(second.app, dan.token)
    await early.ended()
    expect(early.news.at(-1)).toEqual(refused)
    await expect
      .poll(async () => {
        // As if these keys had expired. The process writes its own again after some seconds, because it is not gone.
        await reader.del(await reader.keys('*:process:*'))
        return (await openAt(second.app, dan.token)).news[0]
      })
      .toEqual({ type: 'welcome' })
  })
})

describe.runIf(redis)('Without Redis for a while (needs redis-server)', () => {
  it('A Redis that hangs delays no request, and each process goes on with what it has counted itself', async () => {
    const { server, apps } = processes()
    await bothConnected()
    for (const app of [...apps, ...apps, ...apps])
      expect(await signIn(app, 'eve@example.com', undefined, '203.0.113.20')).toBe(401)
    server.freeze()
    const begun = performance.now()
    // Each has counted three of its own, so seven are left.
    for (const app of apps) expect(await countChecked([app], 'eve@example.com', '203.0.113.20')).toBe(7)
    // Of these 48 requests, which hash 14 passwords, only the first at each process may wait for Redis.
    expect(performance.now() - begun).toBeLessThan(20_000)
    server.thaw()
    await bothConnected()
    expect(await countChecked(apps, 'eve@example.com', '203.0.113.20')).toBe(4)
  })

  it('After one late answer Redis is not asked again until it has answered on a new connection', async () => {
    const { server, first } = processes()
    const connection = new LimitsConnection(server.url, first.ctx.log)
    await connection.opened(10_000)
    server.freeze()
    expect(await connection.ask((redis) => redis.ping())).toBeUndefined()
    let asked = 0
    const count = async () => {
      asked += 1
    }
    for (let i = 0; i < 10; i += 1) await connection.ask(count)
    expect(asked).toBe(0)
    server.thaw()
    await expect.poll(() => connection.ask((redis) => redis.ping())).toBe('PONG')
    connection.close()
  })

  it('While Redis is down limits are counted by each process, and after it is back together again', async () => {
    const { server, first, second, apps } = processes()
    const fay = await first.member('fay')
    await server.kill()
    for (const [index, app] of apps.entries())
      expect(await countChecked([app], 'gus@example.com', `203.0.113.3${index}`)).toBe(10)
    const sockets = await Promise.all(
      [first, second].flatMap(({ app }) => [openAt(app, fay.token), openAt(app, fay.token)]),
    )
    expect(sockets.map(({ news }) => news[0])).toEqual(Array(4).fill({ type: 'welcome' }))
    await server.start()
    await bothConnected()
    expect(await countChecked(apps, 'gus@example.com', '203.0.113.40')).toBe(10)
  })
})
