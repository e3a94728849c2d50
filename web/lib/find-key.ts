import { readItem, removeItem, writeItem } from './storage.ts'

const KEY = 'find_key'

/** Whether the / key leads to the search. Who speaks to their computer, or presses keys by mistake, can switch it off. */
export function isFindKeyOn(): boolean {
  return readItem('localStorage', KEY) === null
}

export function switchFindKey(isOn: boolean): void {
  if (isOn) removeItem('localStorage', KEY)
  else writeItem('localStorage', KEY, 'off')
}
