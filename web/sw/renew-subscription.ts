import { PUSH_DEVICE_CACHE, PUSH_DEVICE_KEY, PUSH_DEVICE_LOCK, type RenewablePush } from './protocol.ts'

declare const self: ServiceWorkerGlobalScope

/** What the browser says when a subscription has ended or changed. Not every browser says both. */
interface SubscriptionChange {
  newSubscription?: PushSubscription | null
}

/**
 * The browser has renewed its push subscription, or ended it: the server gets the new address in place of the old one. Only
 * for a device that has push on. Without a network the next page registers the device again.
 */
export async function renewSubscription({ newSubscription }: SubscriptionChange): Promise<void> {
  const known = await readRenewable()
  if (!known) return
  const subscription = newSubscription ?? (await subscribe(known.key))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  const answer = await fetch(known.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, renewal: known.renewal }),
  })
  await navigator.locks.request(PUSH_DEVICE_LOCK, () => settle({ known, subscription, answer }))
}

interface Renewed {
  known: RenewablePush
  subscription: PushSubscription
  answer: Response
}

/** Meanwhile somebody may have signed out, which leaves nothing to renew, or somebody else may have switched push on. */
async function settle({ known, subscription, answer }: Renewed): Promise<void> {
  const current = await readRenewable()
  if (!current) await subscription.unsubscribe()
  if (current?.renewal !== known.renewal) return
  if (answer.ok) {
    const { renewal } = await answer.json()
    const cache = await caches.open(PUSH_DEVICE_CACHE)
    await cache.put(PUSH_DEVICE_KEY, Response.json({ ...known, renewal } satisfies RenewablePush))
  } else if (answer.status === 404) {
    // The session is over: this device listens no longer.
    await caches.delete(PUSH_DEVICE_CACHE)
    await subscription.unsubscribe()
  }
}

async function readRenewable(): Promise<RenewablePush | undefined> {
  const kept = await caches.match(PUSH_DEVICE_KEY, { cacheName: PUSH_DEVICE_CACHE })
  return await kept?.json()
}

/** Null if the browser may not subscribe any more. */
async function subscribe(key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  return await self.registration.pushManager.subscribe(options).catch(() => null)
}
