import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { memoryRateLimiter } from '#server/limits/rate-limiter.ts'
import { network } from '#server/limits/rate-limits.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

const { visitor, stranger, passes } = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

let lastAddress = 0
/** An IP address that no request has come from before. */
function newAddress(): string {
  lastAddress += 1
  return `10.0.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`
}

function signIn(email: string, from: string, password = 'a wrong password') {
  return visitor.ask('POST', '/users/sign_in', { user: { email, password } }, { headers: { 'x-forwarded-for': from } })
}

describe('Attempts that are limited', () => {
  it('Sign-ins to one account from one network are limited to ten in a quarter of an hour', async () => {
    const address = newAddress()
    for (let i = 0; i < 10; i += 1) expect((await signIn('target@example.com', address)).status).toBe(401)
    const refused = await signIn('Target@example.com ', address)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ error: 'Too many attempts. Please try again later.', code: 'rate_limited' })
    expect(Number(refused.headers['retry-after'])).toBe(15 * 60)
    expect((await signIn('another@example.com', address)).status).toBe(401)
    passes(15 * MINUTE_MS)
    expect((await signIn('target@example.com', address)).status).toBe(401)
  })

  it('Sign-ins to one account from many networks are limited to a hundred an hour', async () => {
    for (let i = 0; i < 100; i += 1) expect((await signIn('prey@example.com', newAddress())).status).toBe(401)
    const refused = await signIn('Prey@example.com ', newAddress())
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect((await signIn('somebody-else@example.com', newAddress())).status).toBe(401)
    passes(60 * MINUTE_MS)
    expect((await signIn('prey@example.com', newAddress())).status).toBe(401)
  })

  it('Sign-ins from one network to any accounts are limited to fifty', async () => {
    const address = newAddress()
    for (let i = 0; i < 50; i += 1) expect((await signIn(`guess${i}@example.com`, address)).status).toBe(401)
    expect((await signIn('guess50@example.com', address)).status).toBe(429)
  })

  it('Of a hundred concurrent sign-ins ten are checked and no more', async () => {
    const address = newAddress()
    const replies = await Promise.all(Array.from({ length: 100 }, () => signIn('rush@example.com', address)))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(90)
  })

  it('Sign-ups from one network are limited to five an hour', async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    const signUp = (name: string) =>
      visitor.ask('POST', '/users', { user: { email: `${name}@example.com`, password: PASSWORD } }, { headers })
    for (let i = 0; i < 5; i += 1) expect((await signUp(`new${i}`)).status).toBe(201)
    expect((await signUp('new5')).status).toBe(429)
    passes(60 * MINUTE_MS)
    expect((await signUp('new5')).status).toBe(201)
  })

  it('Password resets from one network are limited to fifteen an hour, for known and unknown addresses alike', async () => {
    await stranger('known').signUp()
    const headers = { 'x-forwarded-for': newAddress() }
    const ask = (email: string) => visitor.ask('POST', '/users/password', { user: { email } }, { headers })
    for (let i = 0; i < 15; i += 1)
      expect((await ask(i % 2 === 0 ? 'known@example.com' : `unknown${i}@example.com`)).status).toBe(200)
    for (const email of ['known@example.com', 'unknown@example.com'])
      expect(await ask(email)).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
  })

  it('Attempts to use a password reset are limited to ten', async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    const body = { user: { reset_password_token: 'x', password: PASSWORD, password_confirmation: PASSWORD } }
    for (let i = 0; i < 10; i += 1)
      expect((await visitor.ask('PUT', '/users/password', body, { headers })).status).toBe(422)
    expect((await visitor.ask('PUT', '/users/password', body, { headers })).status).toBe(429)
  })
})

describe('Keys of rate limits', () => {
  it('An IP address in the field of an e-mail address does not limit that IP address', async () => {
    for (let i = 0; i < 11; i += 1) await signIn('203.0.113.7', newAddress())
    expect((await signIn('somebody@example.com', '203.0.113.7')).status).toBe(401)
  })

  it('All addresses of an IPv6 network share one limit', async () => {
    for (let i = 0; i < 10; i += 1) expect((await signIn('six@example.com', `2001:db8:0:7::${i}`)).status).toBe(401)
    expect((await signIn('six@example.com', '2001:db8:0:7:ffff::1')).status).toBe(429)
    expect((await signIn('six@example.com', '2001:db8:0:8::1')).status).toBe(401)
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('The address %s is counted as the network %s', (ip, expected) => {
    expect(network(ip)).toBe(expected)
  })
})

describe('Sign-ins with the correct password', () => {
  it('Sign-ins with the correct password are limited less strictly, but still limited, because each costs a hash', async () => {
    const address = newAddress()
    await stranger('often').signUp()
    for (let minute = 0; minute < 5; minute += 1) {
      for (let i = 0; i < 6; i += 1) expect((await signIn('often@example.com', address, PASSWORD)).status).toBe(200)
      const tooSoon = await signIn('often@example.com', newAddress(), PASSWORD)
      expect([tooSoon.status, Number(tooSoon.headers['retry-after']) >= 60]).toEqual([429, true])
      passes(MINUTE_MS)
    }
    const refused = await signIn('often@example.com', newAddress(), PASSWORD)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600'])
    passes(10 * MINUTE_MS)
    expect((await signIn('often@example.com', address, PASSWORD)).status).toBe(200)
  })
})

describe('The memory of the limiter', () => {
  it('The memory of the limiter is bounded under a flood of new keys, and ended windows are dropped first', async () => {
    const limiter = memoryRateLimiter(1000)
    const limit = { max: 1, window_ms: MINUTE_MS }
    const start = new Date(0)
    for (let i = 0; i < 5000; i += 1) await limiter.take([{ key: `old${i}`, limit }], start)
    expect(limiter.size()).toBeLessThanOrEqual(1000)
    const later = new Date(30_000)
    await limiter.take([{ key: 'recent', limit }], later)
    const end = new Date(70_000)
    for (let i = 0; i < 900; i += 1) await limiter.take([{ key: `new${i}`, limit }], end)
    expect(await limiter.take([{ key: 'recent', limit }], end)).toEqual({ wait_seconds: 20 })
    expect(await limiter.peek([{ key: 'recent', limit }], end)).toEqual({ wait_seconds: 20 })
    expect(await limiter.peek([{ key: 'old0', limit }], end)).toBeUndefined()
  })
})
