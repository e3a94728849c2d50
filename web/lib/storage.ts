/**
 * The browser's storage, which some people switch off. What cannot be stored is kept in memory, so that a session or a
 * choice of theme still lasts as long as the tab.
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
    // Nothing was stored there.
  }
}

/** Tells when another tab changes a stored value; answers how to stop listening. */
export function onStoredElsewhere(key: string, listener: () => void): () => void {
  function hear(event: StorageEvent) {
    // A key of null says that everything was cleared.
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
