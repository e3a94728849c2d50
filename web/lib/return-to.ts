import { readItem, removeItem, writeItem } from './storage.ts'

/** The page that the guard has redirected from in this tab. Logging in returns to it. */

const KEY = 'return_to'

export function rememberReturnTo(path: string): void {
  writeItem('sessionStorage', KEY, path)
}

export function forgetReturnTo(): void {
  removeItem('sessionStorage', KEY)
}

export function returnTo(): string | null {
  const path = readItem('sessionStorage', KEY)
  return path !== null && isInternal(path) ? path : null
}

/** The end of the grace period of an account that was just deleted in this tab. The login page shows it. */

const ERASURE_DATE_KEY = 'erasureDate'

export function storeErasureDate(erased_at: string): void {
  writeItem('sessionStorage', ERASURE_DATE_KEY, erased_at)
}

export function clearErasureDate(): void {
  removeItem('sessionStorage', ERASURE_DATE_KEY)
}

export function erasureDate(): string | null {
  return readItem('sessionStorage', ERASURE_DATE_KEY)
}

/** Whether a path stays on this site. Browsers read `//host` and `/\host` as another host (open redirect). */
function isInternal(path: string): boolean {
  if (!path.startsWith('/')) return false
  const here = 'https://here.invalid'
  return URL.canParse(path, here) && new URL(path, here).origin === here
}
