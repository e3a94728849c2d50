import { onStoredElsewhere, readItem, removeItem, writeItem } from './storage.ts'

export type Theme = 'light' | 'dark'

export const THEME_STORAGE_KEY = 'theme'

/** The `theme-color` of the browser UI: the background of each theme. The script in index.html has the same values. */
const BAR_COLOURS: Record<Theme, string> = { light: '#FAF5EC', dark: '#150E17' }

const listeners = new Set<() => void>()

/** The stored choice, otherwise the preference of the system. */
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

/** The choice in this browser, or null if it follows the system. */
export function chosenTheme(): Theme | null {
  const stored = readItem('localStorage', THEME_STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : null
}

/** Stores a choice. Null follows the system again. */
export function chooseTheme(theme: Theme | null): void {
  if (theme === null) removeItem('localStorage', THEME_STORAGE_KEY)
  else writeItem('localStorage', THEME_STORAGE_KEY, theme)
  applyTheme()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Applies the theme, and again when the system or another tab changes it. */
export function startTheme(): void {
  applyTheme()
  system().addEventListener('change', applyTheme)
  onStoredElsewhere(THEME_STORAGE_KEY, applyTheme)
}

function applyTheme(): void {
  const theme = currentTheme()
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[theme])
  for (const listener of listeners) listener()
}
