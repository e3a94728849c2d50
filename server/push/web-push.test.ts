import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { readVapid } from '#tests/support/push/browser.ts'
import { answers, PUSH_CONTACT, type PushAnswer, startPushService } from '#tests/support/push/push-service.ts'
import { publicLookup } from './public-addresses.ts'
import { createWebPush } from './web-push.ts'

const service = await startPushService()
const MESSAGE = {
  title: 'Un message dans votre loge',
  body: 'Ouvrez-le pour le lire.',
  tag: 'a',
  path: '/conversations/a',
  unread: 2,
}
const OPTIONS = { ttl_s: 60, urgency: 'high', topic: 'abc' } as const

/** Sends to a new browser of the service, which answers like this. */
async function sendTo(how?: PushAnswer) {
  const browser = service.browser()
  if (how) service.answer(how, browser)
  return { browser, outcome: await service.sender.send(browser.target, MESSAGE, OPTIONS) }
}

describe('A push is not sent', () => {
  it.each(['http://push.example.com/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://push.example.com:444/x'])(
    'to %s, and the device counts as gone',
    async (endpoint) => {
      const before = service.received.length
      const target = { ...service.browser().target, endpoint }
      expect(await service.sender.send(target, MESSAGE, OPTIONS)).toBe('gone')
      expect(service.received).toHaveLength(before)
    },
  )

  it('for keys that the library cannot read: the device counts as gone', async () => {
    const before = service.received.length
    const { target } = service.browser()
    for (const wrong of [{ p256dh: `${target.p256dh}==` }, { auth: 'AAAA' }, { p256dh: 'AAAA' }])
      expect(await service.sender.send({ ...target, ...wrong }, MESSAGE, OPTIONS)).toBe('gone')
    expect(service.received).toHaveLength(before)
  })

  it('to a name that leads to this machine: the device counts as gone', async () => {
    const before = service.received.length
    const lookup = publicLookup((_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]))
    const network = { ...service.network, lookup }
    const sender = createWebPush({ private_key: Buffer.alloc(32, 1), contact: PUSH_CONTACT, network })
    expect(await sender.send(service.browser().target, MESSAGE, OPTIONS)).toBe('gone')
    expect(service.received).toHaveLength(before)
  })

  it('to a service whose certificate nobody has signed', async () => {
    const [untrusted, before] = [await startPushService(), service.received.length]
    const { lookup, port } = untrusted.network
    const sender = createWebPush({ private_key: Buffer.alloc(32, 1), contact: PUSH_CONTACT, network: { lookup, port } })
    expect(await sender.send(untrusted.browser().target, MESSAGE, OPTIONS)).toEqual({ wait_ms: 0 })
    expect(untrusted.received).toEqual([])
    expect(service.received).toHaveLength(before)
  })

  it('to where a redirect leads: the device counts as gone', async () => {
    const before = service.received.length
    for (const status of [301, 302, 303, 307, 308]) {
      const location = service.browser().endpoint
      expect((await sendTo(answers(status, { location }))).outcome, String(status)).toBe('gone')
    }
    expect(service.received).toHaveLength(before + 5)
  })
})

describe('A push service answers', () => {
  it.each([404, 410])('%s: the device is gone', async (status) => {
    expect((await sendTo(answers(status))).outcome).toBe('gone')
  })

  it.each([400, 401, 403, 413])('%s: the message is refused, and the device stays', async (status) => {
    expect((await sendTo(answers(status))).outcome).toEqual({ refused: status })
  })

  it.each([
    [429, '90', 90_000],
    [429, undefined, 0],
    [503, '7200', 2 * HOUR_MS],
    [500, undefined, 0],
    [429, 'soon', 0],
    [429, '-5', 0],
    [429, '999999999999', DAY_MS],
    [503, 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
    [503, 'Wed, 21 Oct 2215 07:28:00 GMT', DAY_MS],
  ])('%s with Retry-After %s: it waits for %s ms', async (status, retry_after, wait_ms) => {
    const headers: Record<string, string> = retry_after === undefined ? {} : { 'retry-after': retry_after }
    expect((await sendTo(answers(status, headers))).outcome).toEqual({ wait_ms })
  })

  it('with a connection that breaks off: it is tried later', async () => {
    expect((await sendTo((response) => response.destroy())).outcome).toEqual({ wait_ms: 0 })
  })

  it('with more than anybody reads: the status counts, and the rest is not read', async () => {
    let isCut = false
    const { outcome } = await sendTo((response) => {
      response.on('close', () => {
        isCut = !response.writableFinished
      })
      response.writeHead(201)
      const chunk = Buffer.alloc(64 * 1024)
      const flood = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', flood)
      }
      flood()
    })
    expect(outcome).toBe('sent')
    await expect.poll(() => isCut).toBe(true)
  })

  it('never: it is given up, and tried later', async () => {
    const slow = await startPushService({ timeout_ms: 50 })
    slow.answer(() => {})
    expect(await slow.sender.send(slow.browser().target, MESSAGE, OPTIONS)).toEqual({ wait_ms: 0 })
    slow.answer((response) => response.writeHead(201).write('and then nothing more'))
    expect(await slow.sender.send(slow.browser().target, MESSAGE, OPTIONS)).toBe('sent')
  })

  it('201: it is counted as sent', async () => {
    const before = service.sender.counts.sent
    expect((await sendTo()).outcome).toBe('sent')
    expect(service.sender.counts.sent).toBe(before + 1)
  })
})

describe('A push arrives', () => {
  it('so that only its browser can read it, and its length says nothing', async () => {
    const { browser } = await sendTo()
    expect(service.readBy(browser)).toEqual([MESSAGE])
    const request = service.received.at(-1)
    expect(request?.body).toHaveLength(4096)
    expect(() => request && service.browser().read(request)).toThrow()
  })

  it('with the time it is worth, its urgency and its topic', async () => {
    await sendTo()
    expect(service.received.at(-1)?.headers).toMatchObject({
      ttl: '60',
      urgency: 'high',
      topic: 'abc',
      'content-encoding': 'aes128gcm',
      'content-length': '4096',
    })
  })

  it('signed for this service with the key that browsers subscribe with, and with our contact', async () => {
    await sendTo()
    const { claims, key } = readVapid(service.received.at(-1) ?? { headers: {} })
    expect(key).toBe(service.sender.public_key)
    expect(claims).toMatchObject({ aud: 'https://push.example.com', sub: PUSH_CONTACT })
    const left_s = Number(claims.exp) - Date.now() / 1000
    expect(left_s).toBeGreaterThan(HOUR_MS / 1000)
    expect(left_s).toBeLessThanOrEqual(DAY_MS / 1000)
  })

  it('over connections that are used again, also after the service has closed them', async () => {
    const own = await startPushService()
    const browser = own.browser()
    for (let turn = 0; turn < 5; turn += 1) await own.sender.send(browser.target, MESSAGE, OPTIONS)
    expect(own.connections()).toBe(1)
    own.hangUp()
    expect(await own.sender.send(browser.target, MESSAGE, OPTIONS)).toBe('sent')
    expect(own.readBy(browser)).toHaveLength(6)
  })
})
