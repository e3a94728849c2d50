import { PUSH_DEVICE_CACHE } from '#web/sw/protocol.ts'

/** Deletes what lets the worker renew the push subscription of this device. It is apart, because pages of visitors do it too. */
export async function forgetRenewable(): Promise<void> {
  // Not in a page without TLS, and not where storage is forbidden.
  await globalThis.caches?.delete(PUSH_DEVICE_CACHE).catch(() => {})
}
