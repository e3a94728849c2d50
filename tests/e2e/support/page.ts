import { expect, type Page, type Request } from '@playwright/test'

/** The message for a request that the network has dropped. */
export const DROPPED = 'The connection dropped. Check your network and try again.'

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** The background requests of members' pages: unread counts, cable tickets, and on the settings sessions and exports. */
const BACKGROUND_CALLS = [
  'GET /conversations',
  'GET /conversations/received',
  'GET /notices',
  'GET /sessions',
  'GET /exports',
  'POST /cable_tickets',
]

/** The API calls of the page from now on, each as `METHOD /path`, without the background ones. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    const call = `${request.method()} ${pathname.slice('/api'.length)}`
    if (pathname.startsWith('/api/') && !BACKGROUND_CALLS.includes(call)) calls.push(call)
  })
  return calls
}

/** The page has no horizontal overflow. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Waits until a chunk was prefetched with all its imports. */
export async function fetchedAhead(page: Page, name: string): Promise<void> {
  const request = await page.waitForEvent('requestfinished', (part) => part.url().includes(`/assets/${name}-`))
  await page.evaluate((url) => import(url).then(() => {}), request.url())
}
