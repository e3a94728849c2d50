import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PUSH_DEVICE_CACHE, type RenewablePush } from './protocol.ts'
import { renewSubscription } from './renew-subscription.ts'

const KNOWN: RenewablePush = { url: '/api/push_subscriptions/renew', key: 'the key', renewal: 'the token' }

/** A cache with one thing in it, as the pages leave it for the worker. */
function fakeCaches(kept: RenewablePush | null) {
  const caches = { kept, deleted: [] as string[] }
  vi.stubGlobal('caches', {
    match: async () => caches.kept && Response.json(caches.kept),
    open: async () => ({
      put: async (_key: string, answer: Response) => {
        caches.kept = await answer.json()
      },
    }),
    delete: async (name: string) => {
      caches.deleted.push(name)
      caches.kept = null
    },
  })
  return caches
}

/** A browser that subscribes anew, or refuses to. */
function fakeBrowser({ refuses = false } = {}) {
  const asked: unknown[] = []
  const subscribe = async (options: unknown) => {
    asked.push(options)
    if (refuses) throw new DOMException('denied', 'NotAllowedError')
    return subscription('made here')
  }
  vi.stubGlobal('self', { registration: { pushManager: { subscribe } } })
  return asked
}

const unsubscribed: string[] = []

function subscription(name: string) {
  const unsubscribe = async () => unsubscribed.push(name) > 0
  const toJSON = () => ({ endpoint: name, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } })
  return { toJSON, unsubscribe } as unknown as PushSubscription
}

const server = vi.fn<(url: string, init: { method: string; body: string }) => Promise<Response>>()
const sent = () => server.mock.calls.map(([url, { method, body }]) => [method, url, JSON.parse(body)])

beforeEach(() => {
  unsubscribed.length = 0
  server.mockReset().mockImplementation(async () => Response.json({ id: '1', renewal: 'the next token' }))
  vi.stubGlobal('fetch', server)
})
afterEach(() => vi.unstubAllGlobals())

describe('When the push subscription of the browser changes', () => {
  test('nothing happens on a device where nobody has push on', async () => {
    fakeCaches(null)
    const asked = fakeBrowser()
    await renewSubscription({ newSubscription: subscription('new') })
    expect([asked, sent()]).toEqual([[], []])
  })

  test('nothing happens if the browser may not subscribe any more', async () => {
    const caches = fakeCaches(KNOWN)
    fakeBrowser({ refuses: true })
    await renewSubscription({})
    expect([sent(), caches.kept]).toEqual([[], KNOWN])
  })

  test('the server gets the address that the browser has chosen, and the next token is kept', async () => {
    const caches = fakeCaches(KNOWN)
    const asked = fakeBrowser()
    await renewSubscription({ newSubscription: subscription('chosen') })
    expect(asked).toEqual([])
    expect(sent()).toEqual([
      ['POST', KNOWN.url, { endpoint: 'chosen', keys: { p256dh: 'p', auth: 'a' }, renewal: KNOWN.renewal }],
    ])
    expect(caches.kept).toEqual({ ...KNOWN, renewal: 'the next token' })
  })

  test.each([{}, { newSubscription: null }])(
    'a browser that names no new one (%o) subscribes with the same key',
    async (change) => {
      fakeCaches(KNOWN)
      const asked = fakeBrowser()
      await renewSubscription(change)
      expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: KNOWN.key }])
      expect(sent()).toMatchObject([['POST', KNOWN.url, { endpoint: 'made here' }]])
    },
  )

  test('who signs out meanwhile leaves nothing', async () => {
    const caches = fakeCaches(KNOWN)
    fakeBrowser()
    server.mockImplementation(async () => {
      caches.kept = null
      return Response.json({ id: '1', renewal: 'the next token' })
    })
    await renewSubscription({ newSubscription: subscription('new') })
    expect([caches.kept, unsubscribed]).toEqual([null, ['new']])
  })

  test.each([200, 404])('somebody else who switches push on meanwhile keeps it (%i)', async (status) => {
    const caches = fakeCaches(KNOWN)
    fakeBrowser()
    const others = { ...KNOWN, renewal: 'the token of somebody else' }
    server.mockImplementation(async () => {
      caches.kept = others
      return Response.json({ id: '1', renewal: 'the next token' }, { status })
    })
    await renewSubscription({ newSubscription: subscription('new') })
    expect([caches.kept, caches.deleted, unsubscribed]).toEqual([others, [], []])
  })

  test('after the session has ended, this device stops listening', async () => {
    const caches = fakeCaches(KNOWN)
    fakeBrowser()
    server.mockImplementation(async () => Response.json({}, { status: 404 }))
    await renewSubscription({ newSubscription: subscription('new') })
    expect([caches.deleted, unsubscribed]).toEqual([[PUSH_DEVICE_CACHE], ['new']])
  })

  test('a server that is away changes nothing: the next page registers the device', async () => {
    const caches = fakeCaches(KNOWN)
    fakeBrowser()
    server.mockImplementation(async () => Response.json({}, { status: 503 }))
    await renewSubscription({ newSubscription: subscription('new') })
    expect([caches.kept, caches.deleted, unsubscribed]).toEqual([KNOWN, [], []])
  })
})
