import { describe, expect, it } from 'vitest'
import { type World, world } from '#tests/support/world.ts'
import { trustedForwardedFor } from './bounded-headers.ts'

const GARBAGE = [
  '',
  ' ',
  ',',
  ',,,',
  'garbage',
  'unknown',
  '_hidden',
  '1.2.3.4.5',
  '999.1.1.1',
  '1.2.3.4:70000',
  '1.2.3.4, garbage',
  'garbage, 1.2.3.4',
  '[2001:db8::1]:443',
  '[2001:db8::1',
  'fe80::1%eth0',
  '::ffff:1.2.3.4',
  '::ffff:1.2.3.4:80',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8:9',
  ':::::::::',
  '::',
  '%',
  '%00',
  '"1.2.3.4"',
  '1.2.3.4, '.repeat(1000),
  'a'.repeat(10_000),
  ':'.repeat(10_000),
  '::1,'.repeat(2500),
  'é',
  '<script>',
]

const behind = (TRUST_PROXY: string) => world({ RATE_LIMITS: 'on', TRUST_PROXY })
const one = await behind('1')
const products: [string, World][] = [
  ['1', one],
  ['2', await behind('2')],
  ['a list of networks', await behind('127.0.0.1, 10.0.0.0/8')],
]

describe.each(products)('Behind TRUST_PROXY=%s', (_, { app }) => {
  it('No value of X-Forwarded-For causes a 500', async () => {
    for (const value of GARBAGE) {
      const headers = { 'x-forwarded-for': value, 'content-type': 'application/json' }
      for (const [url, payload] of [
        ['/api/users/sign_in', { user: { email: 'nobody@example.com', password: 'a wrong password' } }],
        ['/api/contact', { name: 'Amy', email: 'amy@example.com', message: 'Hello' }],
      ] as const) {
        const { statusCode } = await app.inject({ method: 'POST', url, headers, payload })
        expect(statusCode, `${JSON.stringify(value.slice(0, 50))} at ${url}`).toBeLessThan(500)
      }
    }
  })
})

describe('Addresses in X-Forwarded-For', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1 ,\t192.0.2.2 ', '192.0.2.1, 192.0.2.2'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711, [2001:db8::2]', '2001:db8::1, 2001:db8::2'],
    ['fe80::1%eth0', 'fe80::1'],
    ['whatever the client wrote, 192.0.2.1', '192.0.2.1'],
    ['192.0.2.1, whatever a broken proxy wrote', ''],
    ['', ''],
  ])('The addresses in X-Forwarded-For: %j are %j', (header, readable) => {
    expect(trustedForwardedFor(header)).toBe(readable)
  })
})

describe('Clients behind a proxy', () => {
  it('A client cannot pass for this machine by sending a broken X-Forwarded-For', async () => {
    const { app } = one
    const inject = (headers: Record<string, string>) => app.inject({ url: '/api/metrics', headers })
    expect((await inject({})).statusCode).toBe(200)
    for (const value of ['', 'garbage', ',']) {
      expect((await inject({ 'x-forwarded-for': value })).statusCode, value).not.toBe(200)
    }
  })
})
