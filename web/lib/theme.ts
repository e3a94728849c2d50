import { THEME_STORAGE_KEY } from '#contract/limits.ts'
import { onStoredElsewhere, readItem, removeItem, writeItem } from './storage.ts'

export type Theme = 'light' | 'dark'

/** The colour of the browser's own bars: the paper of each theme. The script in index.html paints the first frame with the same. */
const BAR_COLOURS: Record<Theme, string> = { light: '#FAF5EC', dark: '#150E17' }

const listeners = new Set<() => void>()

/** The stored choice if there is one, else what the system prefers. */
export function decideTheme(stored: string | null, systemIsDark: boolean): Theme {
  if (stored === 'light' || stored === 'dark') return stored
  return systemIsDark ? 'dark' : 'light'
}

function system(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

export function currentTheme(): Theme {
  return decideTheme(readItem('localStorage', THEME_STORAGE_KEY), system().matches)
}

/** What was chosen in this browser; null while it follows the system. */
export function chosenTheme(): Theme | null {
  const stored = readItem('localStorage', THEME_STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : null
}

/** Null goes back to following the system. */
export function chooseTheme(theme: Theme | null): void {
  if (theme === null) removeItem('localStorage', THEME_STORAGE_KEY)
  else writeItem('localStorage', THEME_STORAGE_KEY, theme)
  paint()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the page in the theme it should have while the system, or another tab, changes its mind. */
export function startTheme(): void {
  paint()
  system().addEventListener('change', paint)
  onStoredElsewhere(THEME_STORAGE_KEY, paint)
}

function paint(): void {
  const theme = currentTheme()
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[theme])
  for (const listener of listeners) listener()
}
