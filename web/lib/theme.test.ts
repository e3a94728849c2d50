import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { chooseTheme, chosenTheme, currentTheme, decideTheme, startTheme, subscribeToTheme } from './theme.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('An invalid stored theme is ignored', () => {
  expect(decideTheme('sepia', true)).toBe('dark')
})

// Spec 4.48
test('A stored theme wins over the system’s', () => {
  expect(decideTheme('light', true)).toBe('light')
  expect(decideTheme('dark', false)).toBe('dark')
})

// Spec 4.49
test('Without a stored theme the system’s is used', () => {
  expect(decideTheme(null, true)).toBe('dark')
  expect(decideTheme(null, false)).toBe('light')
})

// Spec 4.50
test('The page follows the theme of the system until somebody chooses one', () => {
  const browser = fakeBrowser()
  startTheme()
  browser.systemTurns('dark')
  expect(browser.html.dataset.theme).toBe('dark')
  chooseTheme('light')
  browser.systemTurns('light')
  browser.systemTurns('dark')
  expect(browser.html.dataset.theme).toBe('light')
  expect(localStorage.getItem('theme')).toBe('light')
})

test('A theme chosen in another tab applies to this one', () => {
  const browser = fakeBrowser()
  startTheme()
  const heard: string[] = []
  const stop = subscribeToTheme(() => heard.push(currentTheme()))
  browser.otherTabStores('theme', 'dark')
  stop()
  browser.otherTabStores('theme', 'light')
  expect(heard).toEqual(['dark'])
})

// Spec 4.50
test('Somebody who goes back to the theme of the system follows it again, and nothing is stored', () => {
  const browser = fakeBrowser()
  startTheme()
  chooseTheme('dark')
  expect(chosenTheme()).toBe('dark')
  chooseTheme(null)
  expect([chosenTheme(), localStorage.getItem('theme'), browser.html.dataset.theme]).toEqual([null, null, 'light'])
  browser.systemTurns('dark')
  expect(browser.html.dataset.theme).toBe('dark')
})
