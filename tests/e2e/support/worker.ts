import { createHash } from 'node:crypto'
import { type CDPSession, expect, type Page, type Worker } from '@playwright/test'
import type { Browser } from '#tests/support/push/browser.ts'
import { SAVED_FEED_KEY, type SavedFeed } from '#web/lib/saved-feed.ts'
import { SAVED_FEED_CACHE, WORKER_PATH } from '#web/sw/protocol.ts'

/** The service worker of a page, for the tests that allow one. */

/** Waits until the worker answers for this page. */
export async function workerStarted(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null), { timeout: 60_000 })
    .toBe('activated')
}

/** Waits until the feed with these words is saved, with this many pictures. */
export async function feedSaved(page: Page, words: string, pictures: number): Promise<void> {
  const saved = () => savedFeed(page).then((feed) => feed?.posts.map(({ description }) => description).join('\n') ?? '')
  await expect.poll(saved, { timeout: 60_000 }).toContain(words)
  await expect.poll(() => keptUrls(page, SAVED_FEED_CACHE)).toHaveLength(pictures + 1)
}

export async function savedFeed(page: Page): Promise<SavedFeed | null> {
  const names = { cacheName: SAVED_FEED_CACHE, key: SAVED_FEED_KEY }
  return await page.evaluate(async ({ cacheName, key }) => {
    const kept = await caches.match(key, { cacheName })
    return kept ? await kept.json() : null
  }, names)
}

async function keptUrls(page: Page, cacheName: string): Promise<string[]> {
  return await page.evaluate(async (name) => {
    if (!(await caches.has(name))) return []
    return (await (await caches.open(name)).keys()).map(({ url }) => url)
  }, cacheName)
}

/** One thing in a cache or a database of the browser. */
export interface Kept {
  place: string
  url: string
  headers: Record<string, string>
  text: string
  hash: string
}

/** Everything in all caches and databases of this site. */
export async function everythingKept(page: Page): Promise<Kept[]> {
  const found = await page.evaluate(async () => {
    // Not as a list of numbers: Playwright needs a minute for some megabytes of them.
    const inBase64 = (blob: Blob) =>
      new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
        reader.readAsDataURL(blob)
      })
    const kept: { place: string; url: string; headers: Record<string, string>; bytes: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true })
        if (!response) continue
        const bytes = await inBase64(await response.blob())
        kept.push({ place: `cache ${name}`, url: request.url, headers: Object.fromEntries(response.headers), bytes })
      }
    }
    for (const { name } of await indexedDB.databases()) {
      kept.push({ place: `database ${name}`, url: '', headers: {}, bytes: '' })
    }
    return kept
  })
  return found.map(({ bytes, ...rest }) => {
    const buffer = Buffer.from(bytes, 'base64')
    return { ...rest, text: buffer.toString('latin1'), hash: hashOf(buffer) }
  })
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Speaks to the worker as the push service and the system do. */
export class PushSender {
  readonly #session: CDPSession
  readonly #origin: string
  readonly #registrationId: string

  private constructor(session: CDPSession, origin: string, registrationId: string) {
    this.#session = session
    this.#origin = origin
    this.#registrationId = registrationId
  }

  static async open(page: Page): Promise<PushSender> {
    const session = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations
        if (registration) resolve(registration.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    return new PushSender(session, new URL(page.url()).origin, await registered)
  }

  async send(message: unknown): Promise<void> {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registrationId,
      data,
    })
  }
}

/** Lets a headless browser, which has no permission and no push service, subscribe to push: it gets this subscription. */
export async function subscribeAs(page: Page, subscription: Subscription): Promise<void> {
  await page.addInitScript(({ endpoint, keys }) => {
    const MARK = 'fake subscription'
    const unsubscribe = async () => {
      localStorage.removeItem(MARK)
      return true
    }
    const made = {
      endpoint,
      options: {},
      toJSON: () => ({ endpoint, keys }),
      unsubscribe,
    } as unknown as PushSubscription
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(MARK, '')
      return made
    }
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(MARK) === null ? null : made)
  }, subscription)
}

type Subscription = Browser['subscription']

/** What the worker asks of the system. */
interface Asked {
  shown: { title: string; body: string; tag: string; path: string }[]
  focused: string[]
  opened: string[]
  badge: number | null
}

/**
 * The system around the worker. A headless browser shows no notifications and no number on an icon (it ends the worker
 * that asks for one), so the worker's requests are written down, and a click is what the system would tell the worker.
 */
export class FakeSystem {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  static async around(page: Page): Promise<FakeSystem> {
    const worker = page
      .context()
      .serviceWorkers()
      .find((each) => new URL(each.url()).pathname === WORKER_PATH)
    if (!worker) throw new Error('The page has no worker')
    await worker.evaluate(() => {
      const asked: Asked = { shown: [], focused: [], opened: [], badge: null }
      const scope = globalThis as unknown as WorkerScope
      scope.asked = asked
      scope.registration.showNotification = async (title, { body, tag = '', data }) => {
        asked.shown = [...asked.shown.filter((one) => tag === '' || one.tag !== tag), { title, body, tag, ...data }]
      }
      scope.navigator.setAppBadge = async (unread) => {
        asked.badge = unread
      }
      scope.WindowClient.prototype.focus = async function focus(this: { url: string }) {
        asked.focused.push(new URL(this.url).pathname)
        return this
      }
      scope.clients.openWindow = async (path: string) => {
        asked.opened.push(path)
      }
    })
    return new FakeSystem(worker)
  }

  asked(): Promise<Asked> {
    return this.#worker.evaluate(() => (globalThis as unknown as WorkerScope).asked)
  }

  /** A click on a notification that leads to this path. */
  async click(path: string): Promise<void> {
    await this.#worker.evaluate(async (to) => {
      const work: Promise<unknown>[] = []
      const notification = { data: { path: to }, close: () => {} }
      const waitUntil = (promise: Promise<unknown>) => void work.push(promise)
      dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
      await Promise.all(work)
    }, path)
  }

  /** The browser has replaced its subscription by this one, and the worker has done with it what it does. */
  async renew(subscription: Subscription): Promise<void> {
    await this.#worker.evaluate(async ({ endpoint, keys }) => {
      const work: Promise<unknown>[] = []
      const newSubscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
      const waitUntil = (promise: Promise<unknown>) => void work.push(promise)
      dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { newSubscription, waitUntil }))
      await Promise.all(work)
    }, subscription)
  }
}

interface WorkerScope {
  asked: Asked
  registration: {
    showNotification: (title: string, options: { body: string; tag?: string; data: { path: string } }) => Promise<void>
  }
  navigator: { setAppBadge: (unread: number) => Promise<void> }
  WindowClient: { prototype: { focus: unknown } }
  clients: { openWindow: unknown }
}
