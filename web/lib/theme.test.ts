import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'
import { chooseTheme, chosenTheme, currentTheme, decideTheme, startTheme, subscribeToTheme } from './theme.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('A stored word that is no theme counts as no choice', () => {
  expect(decideTheme('sepia', true)).toBe('dark')
})

// Spec 4.48
test('A stored choice wins over the system', () => {
  expect(decideTheme('light', true)).toBe('light')
  expect(decideTheme('dark', false)).toBe('dark')
})

// Spec 4.49
test('Without a choice the system decides', () => {
  expect(decideTheme(null, true)).toBe('dark')
  expect(decideTheme(null, false)).toBe('light')
})

// Spec 4.50
test('The page follows the system until somebody chooses, and then no more', () => {
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

test('A choice in another tab changes this one', () => {
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
test('Who goes back to the system follows it again, and nothing is stored', () => {
  const browser = fakeBrowser()
  startTheme()
  chooseTheme('dark')
  expect(chosenTheme()).toBe('dark')
  chooseTheme(null)
  expect([chosenTheme(), localStorage.getItem('theme'), browser.html.dataset.theme]).toEqual([null, null, 'light'])
  browser.systemTurns('dark')
  expect(browser.html.dataset.theme).toBe('dark')
})
