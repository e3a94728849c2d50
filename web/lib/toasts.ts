import { SECOND_MS } from '#contract/time.ts'

/** The store of toasts. It is independent of React, so that any code can show one; `ui/overlays/toasts.tsx` renders them. */

export type ToastType = 'success' | 'error' | 'warning' | 'info'

interface NewToast {
  readonly type: ToastType
  readonly message: string
  /** An optional button, which also closes the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export interface Toast extends NewToast {
  readonly id: number
  /** Increases each time the same message is shown again, which restarts its five seconds. */
  readonly shown: number
}

export const TOAST_LIFETIME_MS = 5 * SECOND_MS
/** Nobody reads more in five seconds. A further toast replaces the oldest. */
const MAX_TOASTS = 3

let toasts: readonly Toast[] = []
let lastId = 0
let lastShown = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast, or restarts an equal one that is still visible. Returns its id, for `dismissToast`. */
export function toast(wanted: NewToast): number {
  lastShown += 1
  const equal = toasts.find(({ type, message }) => type === wanted.type && message === wanted.message)
  if (equal) {
    change(toasts.map((each) => (each === equal ? { ...wanted, id: equal.id, shown: lastShown } : each)))
    return equal.id
  }
  lastId += 1
  change(withoutOldest(toasts).concat({ ...wanted, id: lastId, shown: lastShown }))
  return lastId
}

function withoutOldest(present: readonly Toast[]): readonly Toast[] {
  if (present.length < MAX_TOASTS) return present
  const oldest = Math.min(...present.map(({ shown }) => shown))
  return present.filter(({ shown }) => shown !== oldest)
}

export function dismissToast(id: number): void {
  if (toasts.some((shown) => shown.id === id)) change(toasts.filter((shown) => shown.id !== id))
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A snapshot for `useSyncExternalStore`: the same array until something changes. */
export function currentToasts(): readonly Toast[] {
  return toasts
}
