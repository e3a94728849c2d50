/** The short messages that come and go. No React here: any code may say something; the viewport shows it. */

export type ToastType = 'success' | 'error' | 'warning' | 'info'

interface NewToast {
  readonly type: ToastType
  readonly message: string
  /** One thing to do about it. Pressing it closes the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export interface Toast extends NewToast {
  readonly id: number
  /** Grows each time the same message is shown again, which starts its five seconds anew. */
  readonly shown: number
}

/** More than this nobody reads in five seconds: the one that was shown longest ago gives way. */
const MOST_AT_A_TIME = 3

let toasts: readonly Toast[] = []
let lastId = 0
let lastShown = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message, or renews the equal one that is still there; the id can take it away before its time. */
export function toast(wanted: NewToast): number {
  lastShown += 1
  const equal = toasts.find(({ type, message }) => type === wanted.type && message === wanted.message)
  if (equal) {
    change(toasts.map((each) => (each === equal ? { ...wanted, id: equal.id, shown: lastShown } : each)))
    return equal.id
  }
  lastId += 1
  change(withRoomForOne(toasts).concat({ ...wanted, id: lastId, shown: lastShown }))
  return lastId
}

function withRoomForOne(present: readonly Toast[]): readonly Toast[] {
  if (present.length < MOST_AT_A_TIME) return present
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

/** The same array until something changes, as `useSyncExternalStore` asks. */
export function currentToasts(): readonly Toast[] {
  return toasts
}
