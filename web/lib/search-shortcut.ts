import { readItem, removeItem, writeItem } from './storage.ts'

export const SEARCH_SHORTCUT_STORAGE_KEY = 'find_key'

/** Whether the shortcut `/` leads to the search. It can be switched off, for speech input and accidental key presses. */
export function isSearchShortcutOn(): boolean {
  return readItem('localStorage', SEARCH_SHORTCUT_STORAGE_KEY) === null
}

export function setSearchShortcut(isOn: boolean): void {
  if (isOn) removeItem('localStorage', SEARCH_SHORTCUT_STORAGE_KEY)
  else writeItem('localStorage', SEARCH_SHORTCUT_STORAGE_KEY, 'off')
}
