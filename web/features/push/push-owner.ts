import { DAY_MS } from '#contract/time.ts'
import { readItem, removeItem, writeItem } from '#web/lib/storage.ts'

const KEY = 'push_for'
const REGISTERED = 'push_registered'
/** The server is asked again after that time: it forgets a device whose push service does not know it any more. */
const REGISTERED_MS = DAY_MS

/**
 * For whom push was allowed on this device. The permission of the browser belongs to the device, not to the person: without
 * this, the next person who logs in here would be told by push without having asked for it.
 */
export function pushOwner(): string | null {
  return readItem('localStorage', KEY)
}

export function setPushOwner(user_id: string | null): void {
  if (user_id === null) for (const key of [KEY, REGISTERED]) removeItem('localStorage', key)
  else writeItem('localStorage', KEY, user_id)
}

/** What the server knows of this device: it is registered again when any of it changes. */
interface Registered {
  /** The id of the device on the server. */
  id: string
  endpoint: string
  /** A hash of the session: the server forgets the device with it. */
  session: string
}

export function rememberRegistered(registered: Registered, now = Date.now()): void {
  writeItem('localStorage', REGISTERED, JSON.stringify({ ...registered, at: now }))
}

export function forgetRegistered(): void {
  removeItem('localStorage', REGISTERED)
}

/** The id that the server gave this browser the last time, also if it may have forgotten it since. */
export function formerId(): string | null {
  return known()?.id ?? null
}

/** The id of the device if it was registered within a day, at this address and for this session. */
export function registeredId({ endpoint, session }: Omit<Registered, 'id'>, now = Date.now()): string | null {
  const last = known()
  if (last?.endpoint !== endpoint || last.session !== session) return null
  return last.at <= now && now - last.at < REGISTERED_MS ? last.id : null
}

function known(): (Registered & { at: number }) | null {
  try {
    return JSON.parse(readItem('localStorage', REGISTERED) ?? 'null')
  } catch {
    return null
  }
}
