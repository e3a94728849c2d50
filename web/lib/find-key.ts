import { readItem, removeItem, writeItem } from './storage.ts'

export const FIND_KEY_STORAGE_KEY = 'find_key'

/** Whether the / key leads to the search. Who speaks to their computer, or presses keys by mistake, can switch it off. */
export function isFindKeyOn(): boolean {
  return readItem('localStorage', FIND_KEY_STORAGE_KEY) === null
}

export function switchFindKey(isOn: boolean): void {
  if (isOn) removeItem('localStorage', FIND_KEY_STORAGE_KEY)
  else writeItem('localStorage', FIND_KEY_STORAGE_KEY, 'off')
}
