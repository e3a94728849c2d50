import { TOKEN_STORAGE_KEY } from '#contract/limits.ts'
import { onStoredElsewhere, readItem, removeItem, writeItem } from './storage.ts'

/** The session is its token: stored, there is one; gone, there is none. Every tab sees the same. */

const listeners = new Set<() => void>()
let isRefused = false

function tellEveryone() {
  for (const listener of [...listeners]) listener()
}

export function sessionToken(): string | null {
  return readItem('localStorage', TOKEN_STORAGE_KEY)
}

export function storeToken(token: string): void {
  isRefused = false
  writeItem('localStorage', TOKEN_STORAGE_KEY, token)
  tellEveryone()
}

export function clearToken(): void {
  endWith({ refusal: false })
}

/** The server knows the token no more: the session was ended elsewhere, perhaps in the middle of something. */
export function refuseToken(): void {
  endWith({ refusal: true })
}

function endWith({ refusal }: { refusal: boolean }) {
  // Logging in clears the way once more: that does not change how the last session ended.
  if (sessionToken() !== null) isRefused = refusal
  removeItem('localStorage', TOKEN_STORAGE_KEY)
  tellEveryone()
}

/** Whether the session is over though nobody here has ended it. */
export function wasRefused(): boolean {
  return isRefused && sessionToken() === null
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
