import { expect, type Page, type Request } from '@playwright/test'
import { TOKEN_STORAGE_KEY } from '#web/lib/session.ts'
import type { Credentials } from './people.ts'

/** The screens where people come in, as they see them in English. */

/** Said of what the network did not carry. */
export const DROPPED = 'The connection dropped. Check your network and try again.'

export function emailField(page: Page) {
  return page.getByRole('textbox', { name: 'Email', exact: true })
}

export function passwordField(page: Page, name = 'Password') {
  return page.getByLabel(name, { exact: true })
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** A message that comes and goes; errors interrupt a screen reader, the others wait their turn. */
export function toast(page: Page, words: string) {
  return page.getByRole('region', { name: /^Notifications$/ }).getByText(words, { exact: true })
}

const KINDS = { success: 'text-ok', info: 'text-info', error: 'text-err' }

/** A message of this kind, as its colour tells who sees it. */
export function toastOf(page: Page, kind: keyof typeof KINDS, words: string) {
  return page.locator(`.toast.${KINDS[kind]}`).getByText(words, { exact: true })
}

/** How many messages there are from now on, also of those that have gone again: who waits until there is none waits for them to go. */
export async function countToasts(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const toasts = new Set<Element>()
    const look = () => {
      for (const toast of document.querySelectorAll('.toast')) toasts.add(toast)
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return toasts
  })
  return () => seen.evaluate(({ size }) => size)
}

/** Closes every message that is up, so that none is taken for the next. */
export async function dismissToasts(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: /^Notifications$/ })
  // All in one breath: one that goes by itself meanwhile must not be waited for.
  await region.getByRole('button').evaluateAll((buttons: HTMLButtonElement[]) => {
    for (const dismiss of buttons) dismiss.click()
  })
  await expect(region.getByRole('listitem')).toHaveCount(0)
}

export async function logIn(page: Page, { email, password }: Credentials): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await button(page, 'Log in').click()
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
}

/** Members’ pages look at these when they have nothing better to do, whatever somebody does there: what is unread, a ticket for the live socket, and on the settings sessions and exports. */
const BY_ITSELF = [
  'GET /conversations',
  'GET /conversations/received',
  'GET /notices',
  'GET /sessions',
  'GET /exports',
  'POST /cable_tickets',
]

/** The calls the page makes from now on, each as `METHOD /path`, without those it makes by itself. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    const call = `${request.method()} ${pathname.slice('/api'.length)}`
    if (pathname.startsWith('/api/') && !BY_ITSELF.includes(call)) calls.push(call)
  })
  return calls
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
