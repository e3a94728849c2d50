import { SECOND_MS } from '#contract/time.ts'
import { CLAIM, WORKER_PATH } from '#web/sw/protocol.ts'

let registered: Promise<ServiceWorkerRegistration | null> | undefined

/** Registers the service worker, once per page. Null in development, and in browsers without. */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??= register()
  return registered
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  try {
    const registration = await navigator.serviceWorker.register(workerUrl())
    // A browser that has a worker answers with it at once. Only an update shows whether the server still has one.
    await registration.update()
    void control()
    return registration
  } catch {
    return await withoutWorker()
  }
}

/** The page that has registered the first worker may be the only one: its further files are kept too. */
async function control(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller) active?.postMessage(CLAIM)
}

/** The content security policy allows one policy of this name: it makes the URL of this one script. */
function workerUrl(): string {
  const types: unknown = Reflect.get(globalThis, 'trustedTypes')
  if (!isTrustedTypes(types)) return WORKER_PATH
  return types.createPolicy('worker', { createScriptURL: () => WORKER_PATH }).createScriptURL('')
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL: (url: string) => string }
}

function isTrustedTypes(value: unknown): value is TrustedTypes {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}

/** The kill switch: a server that has no worker any more takes it back, with all that it has kept. */
async function withoutWorker(): Promise<ServiceWorkerRegistration | null> {
  const known = (await navigator.serviceWorker.getRegistration()) ?? null
  const isGone = await fetch(WORKER_PATH, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404 || status === 410,
    () => false,
  )
  if (!isGone) return known
  await known?.unregister()
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  return null
}

/** A first visit installs the worker after the page has loaded. A page that never gets one must not wait for ever. */
const PATIENCE_MS = 10 * SECOND_MS

/** The active service worker of this page, or null if the browser knows none or has none. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  const registration = await Promise.race([navigator.serviceWorker.ready, timeout])
  clearTimeout(timer)
  return registration
}
