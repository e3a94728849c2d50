/** The short messages that come and go. No React here: any code may say something; the viewport shows it. */

export type ToastType = 'success' | 'error' | 'warning' | 'info'

export interface Toast {
  readonly id: number
  readonly type: ToastType
  readonly message: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message; the id can take it away before its time. */
export function toast({ type, message }: Omit<Toast, 'id'>): number {
  lastId += 1
  change([...toasts, { id: lastId, type, message }])
  return lastId
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
