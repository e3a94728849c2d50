import { useSyncExternalStore } from 'react'

/**
 * Which dialog for something new is open. The dialogs are mounted once, in the frame of members, so that there is one draft
 * wherever it was begun, and so that an upload goes on while the page changes.
 */
export type Creation = 'post' | 'story'

let opened: Creation | null = null
const listeners = new Set<() => void>()

/** Opens a dialog; null closes it. */
export function openCreation(creation: Creation | null): void {
  opened = creation
  for (const listener of listeners) listener()
}

export function useOpenedCreation(): Creation | null {
  return useSyncExternalStore(subscribe, () => opened)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
