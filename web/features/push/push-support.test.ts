import { expect, test } from 'vitest'
import { type Browser, pushSupport } from './push-support.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const DESKTOP: Browser = {
  hasServiceWorker: true,
  hasPush: true,
  hasNotifications: true,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0',
  touch_points: 0,
  isInstalled: false,
}

test.each([
  ['service workers', { hasServiceWorker: false }],
  ['push', { hasPush: false }],
  ['notifications', { hasNotifications: false }],
])('A browser without %s cannot be told by push', (_, missing) => {
  expect(pushSupport({ ...DESKTOP, ...missing })).toBe('unsupported')
})

test('An iPhone, and an iPad that calls itself a Mac, have to install Loge first', () => {
  const without = { hasPush: false, hasNotifications: false }
  expect(pushSupport({ ...DESKTOP, ...without, user_agent: IPHONE, touch_points: 5 })).toBe('install')
  expect(pushSupport({ ...DESKTOP, ...without, user_agent: MAC, touch_points: 5 })).toBe('install')
  expect(pushSupport({ ...DESKTOP, ...without, user_agent: MAC })).toBe('unsupported')
})

test('An old iPhone that has no push even in the installed app is not sent to install it again', () => {
  expect(pushSupport({ ...DESKTOP, hasPush: false, user_agent: IPHONE, isInstalled: true })).toBe('unsupported')
})

test('A browser with all three can be told, installed or not', () => {
  expect(pushSupport(DESKTOP)).toBe('supported')
  expect(pushSupport({ ...DESKTOP, user_agent: IPHONE, isInstalled: true })).toBe('supported')
})
