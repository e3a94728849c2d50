import { push } from '#contract/push.ts'
import { apiHost } from '#web/lib/api.ts'
import { PUSH_DEVICE_CACHE, PUSH_DEVICE_KEY, type RenewablePush } from '#web/sw/protocol.ts'

/** Lets the worker keep this device registered when the browser renews its subscription and no page is open. */
export async function keepRenewable(device: Omit<RenewablePush, 'url'>): Promise<void> {
  const url = apiHost() + push.renew_push_subscription.path
  const cache = await globalThis.caches?.open(PUSH_DEVICE_CACHE)
  await cache?.put(PUSH_DEVICE_KEY, Response.json({ ...device, url } satisfies RenewablePush))
}
