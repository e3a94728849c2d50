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

/** A path of this very site: what the browser would read as another host (`//host`, `/\host`) is not one. */
function isInternal(path: string): boolean {
  if (!path.startsWith('/')) return false
  const here = 'https://here.invalid'
  return URL.canParse(path, here) && new URL(path, here).origin === here
}
