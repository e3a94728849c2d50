import { onStoredElsewhere, readItem, removeItem, writeItem } from './storage.ts'

/** The session is the token in localStorage, which all tabs share. */

export const TOKEN_STORAGE_KEY = 'auth_token'

const listeners = new Set<() => void>()
let isRefused = false

function notify() {
  for (const listener of [...listeners]) listener()
}

export function sessionToken(): string | null {
  return readItem('localStorage', TOKEN_STORAGE_KEY)
}

export function storeToken(token: string): void {
  isRefused = false
  writeItem('localStorage', TOKEN_STORAGE_KEY, token)
  notify()
}

export function clearToken(): void {
  endWith({ refusal: false })
}

/** Ends the session because the server has refused its token: it was ended on another device, for example. */
export function refuseToken(): void {
  endWith({ refusal: true })
}

function endWith({ refusal }: { refusal: boolean }) {
  // Logging in clears the token once more, which must not change how the last session ended.
  if (sessionToken() !== null) isRefused = refusal
  removeItem('localStorage', TOKEN_STORAGE_KEY)
  notify()
}

/** Whether the server has ended the last session, rather than a sign-out here. */
export function wasRefused(): boolean {
  return isRefused && sessionToken() === null
}

/** Calls back when the token is stored, replaced or removed, also in another tab. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  const unsubscribe = onStoredElsewhere(TOKEN_STORAGE_KEY, listener)
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}
