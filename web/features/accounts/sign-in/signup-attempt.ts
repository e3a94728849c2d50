import { sessionToken, subscribeToSession } from '#web/lib/session.ts'

/**
 * External store for the last sign-up that was sent. The app navigates to /login before the server answers. If the server
 * refuses, the form is filled in again from this store. It is kept in memory only, because it contains the password, and
 * it is cleared as soon as it cannot be used any more.
 */
interface Attempt {
  readonly email: string
  readonly password: string
  /** Why the server refused it, or why it could not be sent. */
  readonly error: Error | null
  /** Whether the person has started to type at /login. */
  readonly hasMovedOn: boolean
}

let attempt: Attempt | null = null
const listeners = new Set<() => void>()

function change(next: Attempt | null) {
  attempt = next
  for (const listener of listeners) listener()
}

let isWatching = false

/** Clears the attempt as soon as anybody signs in, because it is of no use then. */
function clearOnSignIn() {
  if (isWatching) return
  isWatching = true
  subscribeToSession(() => {
    if (sessionToken() !== null) change(null)
  })
}

export function beginAttempt(credentials: Pick<Attempt, 'email' | 'password'>): void {
  clearOnSignIn()
  change({ ...credentials, error: null, hasMovedOn: false })
}

export function failAttempt(error: Error): void {
  if (attempt) change({ ...attempt, error })
}

/** Someone who already types at /login must not be navigated away from there. */
export function markMovedOn(): void {
  if (attempt) change({ ...attempt, hasMovedOn: true })
}

/** Called after success. */
export function clearAttempt(): void {
  change(null)
}

let forms = 0
let isReturning = false
/** How long the attempt is kept if the refusal arrives while the form is still unmounting. */
const RETURN_MS = 10_000

/** Called before the app navigates back to the form, which may still be mounted. */
export function expectForm(): void {
  isReturning = true
}

/**
 * Counts the mounted forms that show the attempt. When the last one unmounts, a refused attempt is cleared.
 * Returns the function for unmounting.
 */
export function retainAttempt(): () => void {
  forms += 1
  isReturning = false
  return () => {
    forms -= 1
    // React may unmount a form and mount it again at once, and the refusal may arrive right after the unmount.
    setTimeout(() => (isReturning ? setTimeout(clearUnshown, RETURN_MS) : clearUnshown()), 0)
  }
}

function clearUnshown(): void {
  if (forms === 0 && attempt?.error) change(null)
}

export function lastAttempt(): Attempt | null {
  return attempt
}

export function subscribeToAttempt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
