import { describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { cableAddress, connectCable } from '#tests/support/network/cable-client.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

const argon2 = vi.hoisted(() => ({ running: 0, most: 0, computed: 0 }))
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  async function measured<T>(work: () => Promise<T>): Promise<T> {
    argon2.computed += 1
    argon2.running += 1
    argon2.most = Math.max(argon2.most, argon2.running)
    try {
      return await work()
    } finally {
      argon2.running -= 1
    }
  }
  return {
    ...real,
    hash: (...input) => measured(() => real.hash(...input)),
    verify: (...input) => measured(() => real.verify(...input)),
  }
})

const { app, ctx, visitor, member, stranger, passes } = await world({ TRUST_PROXY: '1' })
const limited = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

/** The limit in passwords.ts: three at most, and no more than the machine can do beside its other work. */
const AT_ONCE_MAX = 3

function statusesOf(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('A thousand sign-ins at once', () => {
  it('A thousand sign-ins at once are served a few at a time, and those without a place get 503 with Retry-After', async () => {
    const amy = await member('amy')
    argon2.most = 0
    const replies = await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        visitor.ask(
          'POST',
          '/users/sign_in',
          { user: { email: amy.email, password: i % 2 === 0 ? PASSWORD : 'wrong' } },
          { headers: { 'x-forwarded-for': `10.2.${Math.floor(i / 250)}.${(i % 250) + 1}` } },
        ),
      ),
    )
    const statuses = statusesOf(replies)
    expect(Object.keys(statuses).sort()).toEqual(['200', '401', '503'])
    expect(argon2.most).toBeLessThanOrEqual(AT_ONCE_MAX)
    for (const refused of replies.filter(({ status }) => status === 503)) {
      expect(refused.body).toMatchObject({ code: 'busy' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await amy.signIn()).status).toBe(200)
  })

  it('A flood of sign-ins from one network leaves room for other networks, and for a known device', async () => {
    const bob = await member('bob')
    const cookie = String((await bob.signIn()).headers['set-cookie']).split(';')[0] ?? ''
    const ask = async (from: string, more: Record<string, string> = {}) => {
      const user = { email: bob.email, password: PASSWORD }
      const headers = { 'x-forwarded-for': from, ...more }
      return (await visitor.ask('POST', '/users/sign_in', { user }, { headers })).status
    }
    const flood = Array.from({ length: 200 }, () => ask('10.3.0.1'))
    const honest = await Promise.all([ask('10.3.0.2'), ask('10.3.0.3', { cookie })])
    expect(honest).toEqual([200, 200])
    expect(await Promise.all(flood)).toContain(503)
  })

  it('Sign-ins that a rate limit refuses cost no hash', async () => {
    const user = { email: 'nobody@example.com', password: 'wrong' }
    const headers = { 'x-forwarded-for': '10.4.0.1' }
    argon2.computed = 0
    const replies = await Promise.all(
      Array.from({ length: 1000 }, () => limited.visitor.ask('POST', '/users/sign_in', { user }, { headers })),
    )
    expect(statusesOf(replies)).toEqual({ 401: 10, 429: 990 })
    expect(argon2.computed).toBe(10)
  })
})

describe('Repeated sign-ins to one account', () => {
  it('An account can sign in six times a minute, from one network or from many, and further attempts cost no hash', async () => {
    const cat = await limited.member('cat')
    const user = { email: cat.email, password: PASSWORD }
    argon2.computed = 0
    const replies = []
    for (let i = 0; i < 249; i += 1) {
      const headers = { 'x-forwarded-for': `10.5.0.${(i % 40) + 1}` }
      replies.push(await limited.visitor.ask('POST', '/users/sign_in', { user }, { headers }))
    }
    expect(statusesOf(replies)).toEqual({ 200: 6, 429: 243 })
    expect(argon2.computed).toBe(6)
  })

  it('The cookie of a known device does not raise the number of sign-ins a minute', async () => {
    const dan = await limited.member('dan')
    const user = { email: dan.email, password: PASSWORD }
    let cookie = ''
    let successful = 0
    for (let i = 0; i < 60; i += 1) {
      const headers = { 'x-forwarded-for': `10.6.0.${i + 1}`, cookie }
      const reply = await limited.visitor.ask('POST', '/users/sign_in', { user }, { headers })
      if (reply.status !== 200) continue
      successful += 1
      cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    }
    expect(successful).toBe(6)
  })

  it('An account keeps fifty sessions; the least recently used one ends, with its sockets', async () => {
    const url = await cableAddress(app)
    const eve = await member('eve')
    const socket = await connectCable(url, eve.token)
    passes(MINUTE_MS)
    const phone = stranger('eve')
    await phone.signIn()
    await ctx.db`
      insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
      select gen_random_uuid(), ${eve.id}, ${ctx.now()}, ${ctx.now()}, ${ctx.now()}, 'curl' from generate_series(1, 48)`
    expect((await eve.ask('GET', '/user')).status).toBe(200)
    passes(30_000)
    await stranger('eve').signIn()
    const [kept] = await ctx.db<{ count: number }[]>`
      select count(*)::int from sessions where user_id = ${eve.id}`
    expect(kept?.count).toBe(50)
    expect((await phone.ask('GET', '/user')).status).toBe(200)
    await ctx.db`update sessions set last_used_at = ${ctx.now()}::timestamptz - interval '1 day'
      where user_id = ${eve.id} and user_agent = 'lightMyRequest' and created_at < ${ctx.now()}::timestamptz - interval '80 seconds'`
    await stranger('eve').signIn()
    expect((await eve.ask('GET', '/user')).status).toBe(401)
    await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
  })

  it('An account keeps fifty sessions when many sign in at once', async () => {
    const fay = await member('fay')
    await ctx.db`
      insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
      select gen_random_uuid(), ${fay.id}, ${ctx.now()}, ${ctx.now()}, ${ctx.now()}, 'curl' from generate_series(1, 60)`
    passes(MINUTE_MS)
    const replies = await Promise.all(Array.from({ length: 10 }, () => stranger('fay').signIn()))
    expect(statusesOf(replies)).toEqual({ 200: 10 })
    await fay.signIn()
    const [kept] = await ctx.db<{ count: number }[]>`select count(*)::int from sessions where user_id = ${fay.id}`
    expect(kept?.count).toBe(50)
  })
})
