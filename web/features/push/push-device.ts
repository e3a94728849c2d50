import { push } from '#contract/push.ts'
import { call } from '#web/lib/api.ts'
import { ApiError, ignoreNotFound } from '#web/lib/api-error.ts'
import { forgetRenewable } from '#web/lib/forget-renewable.ts'
import { serviceWorker } from '#web/lib/service-worker.ts'
import { sessionToken, subscribeToSession, wasRefused } from '#web/lib/session.ts'
import { PUSH_DEVICE_LOCK } from '#web/sw/protocol.ts'
import { forgetRegistered, formerId, pushOwner, registeredId, rememberRegistered, setPushOwner } from './push-owner.ts'
import { pushSupport, thisBrowser } from './push-support.ts'
import { keepRenewable } from './renewable-push.ts'

/** `default`: the browser has not been asked yet. `off`: it would allow push, and nobody wants it here. */
export type PushDevice =
  | { state: 'unsupported' | 'install' | 'default' | 'denied' | 'off' }
  | { state: 'on' /** The id of the device on the server. */; id: string }

/** The browser could not subscribe: it has no worker, or its push service is out of reach. Its own words are not for readers. */
export class NoSubscription extends Error {}

/**
 * The state of push on this device. Never asks the browser for permission. A device that is on is registered again once a day
 * and with each session: the key of the server may have changed, and the server forgets a device with its session.
 */
export async function readDevice(user_id: string): Promise<PushDevice> {
  return await whileSignedIn(async (session) => {
    const support = pushSupport(thisBrowser())
    if (support !== 'supported') return { state: support }
    if (Notification.permission !== 'granted') return { state: Notification.permission }
    if (pushOwner() !== user_id) return { state: 'off' }
    const id = await knownId()
    return id === null ? register(user_id, session) : { state: 'on', id }
  })
}

/** Asks the browser, which asks the person, so it has to be called by a press. */
export async function allowDevice(user_id: string): Promise<PushDevice> {
  return await whileSignedIn(async (session) => {
    const permission = await Notification.requestPermission()
    return permission === 'granted' ? register(user_id, session) : { state: permission }
  })
}

/** The signal is aborted when the session ends, here or in another tab. A new token of the same session is no end. */
async function whileSignedIn<T>(work: (session: AbortSignal) => Promise<T>): Promise<T> {
  const session = new AbortController()
  const end = () => {
    if (sessionToken() === null) session.abort()
  }
  const unsubscribe = subscribeToSession(end)
  end()
  try {
    return await work(session.signal)
  } finally {
    unsubscribe()
  }
}

/** Sends one push here. A device that the server has forgotten is registered anew by the next page. */
export async function tryDevice(id: string): Promise<void> {
  try {
    await call(push.try_push, { params: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) forgetRegistered()
    throw error
  }
}

export async function silenceDevice(id: string): Promise<PushDevice> {
  await call(push.delete_push_subscription, { params: { id } }).catch(ignoreNotFound)
  setPushOwner(null)
  await navigator.locks.request(PUSH_DEVICE_LOCK, unsubscribe)
  return { state: 'off' }
}

/** The id of this device, if the server has it already. */
async function knownId(): Promise<string | null> {
  const subscription = await (await serviceWorker())?.pushManager.getSubscription()
  return subscription ? registeredId({ endpoint: subscription.endpoint, session: await sessionHash() }) : null
}

/** The session without its secret. */
async function sessionHash(): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionToken() ?? ''))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/**
 * Everything that changes this device waits for its turn (`PUSH_DEVICE_LOCK`), and registering it ends with the session. So
 * what happens when the session ends comes last, and finds all that a registration under way has left.
 */
async function register(user_id: string, signal: AbortSignal): Promise<PushDevice> {
  endPushWithSession()
  const registration = await serviceWorker()
  if (!registration) throw new NoSubscription('This page has no service worker')
  return await navigator.locks.request(PUSH_DEVICE_LOCK, { signal }, async () => {
    const { key } = await call(push.get_push_key, undefined, { signal })
    const { endpoint = '', keys = {} } = (await subscribe(registration.pushManager, key)).toJSON()
    signal.throwIfAborted()
    const { p256dh = '', auth = '' } = keys
    const replaces = formerId()
    const { id, renewal } = await call(
      push.create_push_subscription,
      { body: { endpoint, keys: { p256dh, auth }, ...(replaces !== null && { replaces }) } },
      { signal },
    )
    // Without it, only a page registers a renewed subscription.
    await keepRenewable({ key, renewal }).catch(() => {})
    const session = await sessionHash()
    signal.throwIfAborted()
    setPushOwner(user_id)
    rememberRegistered({ id, endpoint, session })
    return { state: 'on', id }
  })
}

/** A subscription is bound to a key of the server. With another key it is made anew. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const present = await manager.getSubscription()
  if (present && keyOf(present) === key.replace(/=+$/, '')) return present
  await present?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch((cause: unknown) => {
    throw new NoSubscription('The browser could not subscribe', { cause })
  })
}

/** In base64url without padding, as the server sends it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

async function unsubscribe(): Promise<void> {
  await forgetRenewable()
  const registration = await serviceWorker()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

let isWatching = false

/**
 * When the session ends, this device stops listening and shows nothing more of it. The server has forgotten the device with
 * the session. After a session that the server has ended, the same person finds push switched on again. Idempotent.
 */
export function endPushWithSession(): void {
  if (isWatching) return
  isWatching = true
  subscribeToSession(() => {
    if (sessionToken() !== null) return
    if (!wasRefused()) setPushOwner(null)
    void navigator.locks?.request(PUSH_DEVICE_LOCK, leave).catch(() => {})
  })
}

async function leave(): Promise<void> {
  const shown = await (await serviceWorker())?.getNotifications()
  for (const notification of shown ?? []) notification.close()
  await unsubscribe()
}
