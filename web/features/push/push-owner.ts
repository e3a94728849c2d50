import { readItem, removeItem, writeItem } from '#web/lib/storage.ts'

const KEY = 'push_for'

/**
 * For whom push was allowed on this device. The permission of the browser belongs to the device, not to the person: without
 * this, the next person who logs in here would be told by push without having asked for it.
 */
export function pushOwner(): string | null {
  return readItem('localStorage', KEY)
}

export function setPushOwner(user_id: string | null): void {
  if (user_id === null) removeItem('localStorage', KEY)
  else writeItem('localStorage', KEY, user_id)
}
