/**
 * Web storage with a fallback in memory, for browsers where it is disabled or full. The session or the theme then lasts as
 * long as the tab.
 */
type Area = 'localStorage' | 'sessionStorage'

const memory: Record<Area, Map<string, string>> = { localStorage: new Map(), sessionStorage: new Map() }

export function readItem(area: Area, key: string): string | null {
  const kept = memory[area].get(key)
  if (kept !== undefined) return kept
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

export function writeItem(area: Area, key: string, value: string): void {
  try {
    globalThis[area].setItem(key, value)
    memory[area].delete(key)
  } catch {
    memory[area].set(key, value)
  }
}

export function removeItem(area: Area, key: string): void {
  memory[area].delete(key)
  try {
    globalThis[area].removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Calls back when another tab changes a stored value. Returns the unsubscribe function. */
export function onStoredElsewhere(key: string, listener: () => void): () => void {
  function handle(event: StorageEvent) {
    // The key is null after `localStorage.clear()`.
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', handle)
  return () => removeEventListener('storage', handle)
}
