import { readItem, removeItem, writeItem } from './storage.ts'

/** The page a visitor asked for when the guard turned them away in this tab: login goes back there. */

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

/** Until when somebody who has just deleted their account can come back: the door says so until they leave it. */

const FAREWELL_KEY = 'farewell'

export function rememberFarewell(erased_at: string): void {
  writeItem('sessionStorage', FAREWELL_KEY, erased_at)
}

export function forgetFarewell(): void {
  removeItem('sessionStorage', FAREWELL_KEY)
}

export function farewell(): string | null {
  return readItem('sessionStorage', FAREWELL_KEY)
}

/** A path of this very site: what the browser would read as another host (`//host`, `/\host`) is not one. */
function isInternal(path: string): boolean {
  if (!path.startsWith('/')) return false
  const here = 'https://here.invalid'
  return URL.canParse(path, here) && new URL(path, here).origin === here
}
