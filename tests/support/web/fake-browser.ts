import { vi } from 'vitest'

/** Stubs of the browser for code without components: storage, events between tabs, location, and the theme of the system. */
export function fakeBrowser({ href = 'https://loge.test/', storage = 'allowed' as 'allowed' | 'refused' } = {}) {
  const events = new EventTarget()
  const stored = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }
  const system = Object.assign(new EventTarget(), { matches: false })
  const html = { dataset: {} as Record<string, string>, lang: '' }

  for (const area of ['localStorage', 'sessionStorage'] as const) {
    vi.stubGlobal(area, storage === 'allowed' ? storageOver(stored[area]) : refusedStorage)
  }
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  vi.stubGlobal('location', new URL(href))
  vi.stubGlobal('matchMedia', () => system)
  vi.stubGlobal('document', { documentElement: html, querySelector: () => null, cookie: '' })

  return {
    html,
    /** Changes the shared storage as another tab does, with its event. */
    otherTabStores(key: string, value: string | null) {
      if (value === null) stored.localStorage.delete(key)
      else stored.localStorage.set(key, value)
      events.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
    systemTurns(theme: 'light' | 'dark') {
      system.matches = theme === 'dark'
      system.dispatchEvent(new Event('change'))
    },
  }
}

function storageOver(map: Map<string, string>) {
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

const refusedStorage = {
  getItem: refuse,
  setItem: refuse,
  removeItem: refuse,
}

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
