import { describe, expect, it } from 'vitest'
import { isPublicAddress, PrivateAddressError, publicLookup, type Resolve } from './public-addresses.ts'

const PRIVATE = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:c0a8:101::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  'not an address',
  '',
]
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2a00:1450:4007::200a',
]

describe('Addresses', () => {
  it.each(PRIVATE)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(PUBLIC)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

type Found = { error: unknown; found: unknown }

/** Resolves a name that has these addresses. */
async function look(addresses: string[], all: boolean): Promise<Found> {
  const resolve: Resolve = (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  const { promise, resolve: tell } = Promise.withResolvers<Found>()
  publicLookup(resolve)('push.example.com', { all }, (error, found) => tell({ error, found }))
  return await promise
}

describe('A name is resolved for a connection', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['a private network', ['10.0.0.7']],
    ['IPv4 inside IPv6', ['::ffff:10.0.0.7']],
    ['a public address and a private one', ['8.8.8.8', '192.168.0.1']],
    ['a public address and IPv6 loopback', ['8.8.8.8', '::1']],
    ['nothing', []],
  ])('and refused if it leads to %s', async (_, addresses) => {
    for (const all of [true, false]) {
      expect((await look(addresses, all)).error, String(all)).toBeInstanceOf(PrivateAddressError)
    }
  })

  it('and keeps the error of a name that does not exist', async () => {
    const error = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    const { promise, resolve: tell } = Promise.withResolvers<unknown>()
    publicLookup((_name, _options, done) => done(error, []))('push.example.com', {}, tell)
    expect(await promise).toBe(error)
  })

  it('and gives the addresses that were judged: all of them, or the first', async () => {
    const addresses = ['8.8.8.8', '2606:4700::1111']
    expect((await look(addresses, false)).found).toBe('8.8.8.8')
    expect((await look(addresses, true)).found).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })
})
