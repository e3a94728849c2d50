import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { PUSH_DEVICE_KEY, PUSH_DEVICE_LOCK } from '#web/sw/protocol.ts'

const AMY = 'amy'
const BOB = 'bob'

/** What registering a device goes through, in this order. */
type Step = 'permission' | 'worker' | 'key' | 'subscribe' | 'create' | 'keep'

let tabs: ReturnType<typeof fakeBrowser>
/** What happens just before this step has its answer. */
let meanwhile: Partial<Record<Step, () => void>>
/** The caches of the worker, the subscription of the browser, and who has registered it at the server. */
let kept: Map<string, Response>
let isSubscribed: boolean
let registered: (string | null)[]

async function step<T>(name: Step, answer: T): Promise<T> {
  const happens = meanwhile[name]
  delete meanwhile[name]
  happens?.()
  return answer
}

async function answerTo(path: string, token: string | null): Promise<Response> {
  if (path.endsWith('/key')) return await step('key', Response.json({ key: 'aG91c2U' }))
  if (token === null) return Response.json({ error: '' }, { status: 401 })
  registered.push(token)
  return await step('create', Response.json({ id: 'device', renewal: `the token of ${token}` }))
}

const subscription = {
  endpoint: 'https://push.example/device',
  options: { applicationServerKey: new TextEncoder().encode('house').buffer },
  toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    isSubscribed = false
    return true
  },
}

const pushManager = {
  getSubscription: async () => (isSubscribed ? subscription : null),
  subscribe: async () => {
    await step('subscribe', null)
    isSubscribed = true
    return subscription
  },
}

beforeEach(() => {
  vi.resetModules()
  tabs = fakeBrowser()
  meanwhile = {}
  kept = new Map()
  isSubscribed = false
  registered = []
  const put = async (key: string, answer: Response) => void (await step('keep', kept.set(key, answer)))
  vi.stubGlobal('caches', { open: async () => ({ put }), delete: async () => kept.clear() })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: () => step('permission', 'granted') })
  const registration = { pushManager, getNotifications: async () => [] }
  const { locks } = navigator
  const serviceWorker = Object.defineProperty({}, 'ready', { get: () => step('worker', registration) })
  vi.stubGlobal('navigator', { locks, serviceWorker })
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Headers }) =>
    answerTo(url, headers.get('authorization')),
  )
})
afterEach(() => vi.unstubAllGlobals())

/** The code of a page that is just loaded. */
async function page() {
  const [device, session, owner] = await Promise.all([
    import('./push-device.ts'),
    import('#web/lib/session.ts'),
    import('./push-owner.ts'),
  ])
  return { ...device, ...session, ...owner }
}

/** What lets the worker renew the subscription, once all that was under way has ended. */
async function renewal(): Promise<string | null> {
  await navigator.locks.request(PUSH_DEVICE_LOCK, () => {})
  const { renewal = null } = (await kept.get(PUSH_DEVICE_KEY)?.clone().json()) ?? {}
  return renewal
}

const STEPS: Step[] = ['permission', 'worker', 'key', 'subscribe', 'create', 'keep']

describe('While a device is being registered', () => {
  it.each(STEPS)('nothing is left of who signs out (%s)', async (name) => {
    const { allowDevice, clearToken, pushOwner, storeToken } = await page()
    storeToken(AMY)
    meanwhile[name] = clearToken
    await allowDevice(AMY).catch(() => {})
    expect([await renewal(), isSubscribed, pushOwner()]).toEqual([null, false, null])
  })

  it.each(STEPS)('nothing is left of who signs out in another tab (%s)', async (name) => {
    const { allowDevice, pushOwner, storeToken } = await page()
    storeToken(AMY)
    meanwhile[name] = () => tabs.otherTabStores('auth_token', null)
    await allowDevice(AMY).catch(() => {})
    expect([await renewal(), isSubscribed, pushOwner()]).toEqual([null, false, null])
  })

  it.each(STEPS)('nothing is left of a session that the server refuses (%s)', async (name) => {
    const { allowDevice, refuseToken, storeToken } = await page()
    storeToken(AMY)
    meanwhile[name] = refuseToken
    await allowDevice(AMY).catch(() => {})
    expect([await renewal(), isSubscribed]).toEqual([null, false])
  })

  it.each(STEPS)('somebody else who signs in is not registered in place of who was there (%s)', async (name) => {
    const { allowDevice, clearToken, pushOwner, storeToken } = await page()
    storeToken(AMY)
    meanwhile[name] = () => {
      clearToken()
      storeToken(BOB)
    }
    await allowDevice(AMY).catch(() => {})
    expect([await renewal(), isSubscribed, pushOwner()]).toEqual([null, false, null])
    expect(registered).not.toContain(BOB)
  })

  it.each(STEPS)('somebody else who signs in and allows push too has it for themselves (%s)', async (name) => {
    const { allowDevice, clearToken, pushOwner, storeToken } = await page()
    storeToken(AMY)
    let bobs: Promise<unknown> | undefined
    meanwhile[name] = () => {
      clearToken()
      storeToken(BOB)
      bobs = allowDevice(BOB)
    }
    await allowDevice(AMY).catch(() => {})
    expect(await bobs).toEqual({ state: 'on', id: 'device' })
    expect([await renewal(), isSubscribed, pushOwner()]).toEqual([`the token of ${BOB}`, true, BOB])
  })

  it.each(STEPS)('a new token of the same session changes nothing (%s)', async (name) => {
    const { allowDevice, pushOwner, storeToken } = await page()
    storeToken(AMY)
    meanwhile[name] = () => storeToken('amy, a day later')
    expect(await allowDevice(AMY)).toEqual({ state: 'on', id: 'device' })
    expect([await renewal(), isSubscribed, pushOwner()]).toEqual([expect.stringContaining(AMY), true, AMY])
  })
})
