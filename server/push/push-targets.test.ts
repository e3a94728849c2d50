import { describe, expect, it } from 'vitest'
import { Browser } from '#tests/support/push/browser.ts'
import { isPushEndpoint, readPushEndpoint, readPushKeys } from './push-targets.ts'

describe('The address of a push service', () => {
  it.each([
    '',
    'push.example.com',
    'http://push.example.com/x',
    'ftp://push.example.com/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    'https://',
    'https://user@push.example.com/x',
    'https://user:password@push.example.com/x',
    'https://:password@push.example.com/x',
    'https://push.example.com:444/x',
    'https://push.example.com:80/x',
    'https://push.example.com:5432/x',
    'https://localhost/x',
    'https://LOCALHOST/x',
    'https://localhost./x',
    'https://a.localhost/x',
    'https://printer/x',
    'https://printer.local/x',
    'https://printer.local./x',
    'https://metadata.google.internal/x',
    'https://router.home.arpa/x',
    'https://nas.lan/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://017700000001/x',
    'https://0/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[2002:7f00:1::]/x',
  ])('is not %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false)
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QAbc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://push.example.com:443/x',
    'https://localhost.example.com/x',
    'https://8.8.8.8/x',
  ])('may be %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true)
  })

  it('is stored in ASCII, as the parser writes it, with at most 2,000 bytes', () => {
    expect(readPushEndpoint('HTTPS://Push.Example.com:443/é')).toBe('https://push.example.com/%C3%A9')
    expect(readPushEndpoint(`https://push.example.com/${'x'.repeat(1975)}`)).toHaveLength(2000)
    expect(readPushEndpoint(`https://push.example.com/${'x'.repeat(1976)}`)).toBeUndefined()
    expect(readPushEndpoint(`https://push.example.com/${'é'.repeat(400)}`)).toBeUndefined()
    expect(readPushEndpoint('http://push.example.com/x')).toBeUndefined()
  })
})

describe('The keys of a browser', () => {
  const { keys } = new Browser('https://push.example.com/x').subscription
  const point = Buffer.from(keys.p256dh, 'base64url')

  it.each([
    ['a point that is too short', { ...keys, p256dh: point.subarray(1).toString('base64url') }],
    [
      'a compressed point',
      { ...keys, p256dh: Buffer.concat([Buffer.from([2]), point.subarray(1, 33)]).toString('base64url') },
    ],
    ['65 bytes that are no point', { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    [
      'a point beside the curve',
      {
        ...keys,
        p256dh: Buffer.concat([point.subarray(0, 64), Buffer.from([point.readUInt8(64) ^ 1])]).toString('base64url'),
      },
    ],
    ['the point at infinity', { ...keys, p256dh: Buffer.alloc(65).toString('base64url') }],
    ['a secret of 15 bytes', { ...keys, auth: Buffer.alloc(15).toString('base64url') }],
    ['a secret of 17 bytes', { ...keys, auth: Buffer.alloc(17).toString('base64url') }],
    ['a point with too much padding', { ...keys, p256dh: `${keys.p256dh}==` }],
    ['a secret with too little padding', { ...keys, auth: `${keys.auth}=` }],
    [
      'a point with a letter that is skipped',
      { ...keys, p256dh: `${keys.p256dh.slice(0, 40)}*${keys.p256dh.slice(40)}` },
    ],
    [
      'a secret whose last bits are lost',
      { ...keys, auth: `${keys.auth.slice(0, -1)}${keys.auth.endsWith('B') ? 'R' : 'B'}` },
    ],
  ])('are not %s', (_, wrong) => {
    expect(readPushKeys(wrong)).toBeUndefined()
  })

  it('are a point of the curve and a secret of 16 bytes, and stored without padding', () => {
    expect(readPushKeys(keys)).toEqual(keys)
    expect(readPushKeys({ p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` })).toEqual(keys)
  })
})
