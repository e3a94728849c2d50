import { TOKEN_STORAGE_KEY } from '#contract/limits.ts'
import { onStoredElsewhere, readItem, removeItem, writeItem } from './storage.ts'

/** The session is its token: stored, there is one; gone, there is none. Every tab sees the same. */

const listeners = new Set<() => void>()

function tellEveryone() {
  for (const listener of [...listeners]) listener()
}

export function sessionToken(): string | null {
  return readItem('localStorage', TOKEN_STORAGE_KEY)
}

export function storeToken(token: string): void {
  writeItem('localStorage', TOKEN_STORAGE_KEY, token)
  tellEveryone()
}

export function clearToken(): void {
  removeItem('localStorage', TOKEN_STORAGE_KEY)
  tellEveryone()
}

/** Tells when the token is stored, replaced or removed, here or in another tab. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  const stopHearing = onStoredElsewhere(TOKEN_STORAGE_KEY, listener)
  return () => {
    listeners.delete(listener)
    stopHearing()
  }
}
