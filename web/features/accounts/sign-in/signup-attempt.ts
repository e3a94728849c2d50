import { sessionToken, subscribeToSession } from '#web/lib/session.ts'

/**
 * The sign-up that was sent last. The person has gone to /login before it is answered; should it be refused, the form is
 * filled in again from here. It lives in memory only, because of the password, and no longer than it can be of use.
 */
interface Attempt {
  readonly email: string
  readonly password: string
  /** Why it was refused, or did not arrive. */
  readonly error: Error | null
  /** Whether the person has begun to do something else at /login. */
  readonly hasGoneOn: boolean
}

let attempt: Attempt | null = null
const listeners = new Set<() => void>()

function change(next: Attempt | null) {
  attempt = next
  for (const listener of listeners) listener()
}

let isWatching = false

/** Whoever signs in needs it no more. */
function forgetWithSession() {
  if (isWatching) return
  isWatching = true
  subscribeToSession(() => {
    if (sessionToken() !== null) change(null)
  })
}

export function beginAttempt(credentials: Pick<Attempt, 'email' | 'password'>): void {
  forgetWithSession()
  change({ ...credentials, error: null, hasGoneOn: false })
}

export function failAttempt(error: Error): void {
  if (attempt) change({ ...attempt, error })
}

/** Somebody who types at /login is not led away from there. */
export function goOnFromAttempt(): void {
  if (attempt) change({ ...attempt, hasGoneOn: true })
}

/** It succeeded. */
export function forgetAttempt(): void {
  change(null)
}

let forms = 0
let isComingBack = false
/** How long a form that was left for /login is waited for, when the refusal came before it was gone. */
const WAY_BACK_MS = 10_000

/** The person is being led back to the form, which may not even have been left yet. */
export function expectForm(): void {
  isComingBack = true
}

/** A form that shows why the attempt was refused calls this; leaving that form means that nobody needs it any more. */
export function holdAttempt(): () => void {
  forms += 1
  isComingBack = false
  return () => {
    forms -= 1
    // React may take a form away and put it back at once.
    setTimeout(() => forms === 0 && attempt?.error && change(null), isComingBack ? WAY_BACK_MS : 0)
  }
}

export function lastAttempt(): Attempt | null {
  return attempt
}

export function subscribeToAttempt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
