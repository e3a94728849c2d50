import { useSyncExternalStore } from 'react'
import { paths } from '#contract/paths.ts'
import { returnTo } from '#web/lib/return-to.ts'

/** The first segments of all pages but those of creators. */
const PAGES = new Set(Object.values(paths).map((path) => path.split('/')[1]))
const ALIAS = paths.creator_alias.replace(':profile_name', '')

/** The creator whose page a path leads to. Null for the other pages. Whether there is such a creator knows the server. */
export function creatorIn(path: string): string | null {
  const [pathname = ''] = path.split(/[?#]/)
  const name = (pathname.startsWith(ALIAS) ? pathname.slice(ALIAS.length) : pathname.slice(1)).replace(/\/$/, '')
  return /^[\w-]+$/.test(name) && !PAGES.has(name.toLowerCase()) ? name : null
}

/** The path whose invitation was closed, until the page is left. The way back to it stays. */
let closed: string | null = null
const listeners = new Set<() => void>()

export function closeInvitation(): void {
  closed = returnTo()
  for (const listener of listeners) listener()
}

/** The creator whose page the guard has redirected from in this tab. A prerendered page starts without one. */
export function useInvitedBy(): string | null {
  return useSyncExternalStore(subscribe, invitedBy, () => null)
}

function invitedBy(): string | null {
  const path = returnTo()
  return path === null || path === closed ? null : creatorIn(path)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
