import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { TOKEN_STORAGE_KEY } from '#web/lib/session.ts'

export interface FirstVisit {
  /** What was asked for until the first view was there. */
  requests: { path: string; bytes: number }[]
  /** From the beginning of the navigation. */
  first_paint_ms: number
  complete_ms: number
}

/** 400 kb/s and 400 ms: what browsers call slow 3G. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Opens the home page with an empty cache, and counts requests and bytes on the wire until all in view is there (web/lib/first-view.ts). */
export async function firstVisit(page: Page, { isSlow = false } = {}): Promise<FirstVisit> {
  const cdp = await page.context().newCDPSession(page)
  const found = new Map<string, { path: string; bytes: number; at: number }>()
  await cdp.send('Network.enable')
  if (isSlow) await cdp.send('Network.emulateNetworkConditions', SLOW_3G)
  cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    const { protocol, pathname } = new URL(request.url)
    if (protocol.startsWith('http')) found.set(requestId, { path: pathname, bytes: 0, at: wallTime * 1000 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = found.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await page.addInitScript(() => {
    const seen = { began: false }
    new MutationObserver(() => {
      const html = document.documentElement
      if (html.dataset.firstView !== undefined) seen.began = true
      else if (seen.began) html.dataset.viewedAt ??= String(performance.timeOrigin + performance.now())
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-first-view'] })
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html[data-viewed-at]')).toBeAttached({ timeout: 60_000 })
  const { began, viewed, painted } = await page.evaluate(() => ({
    began: performance.timeOrigin,
    viewed: Number(document.documentElement.dataset.viewedAt),
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const requests = [...found.values()].filter(({ at }) => at < viewed)
  return { requests, first_paint_ms: painted, complete_ms: viewed - began }
}

/** The session of somebody who has signed in without a browser. */
export async function keepToken(page: Page, token: string): Promise<void> {
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [TOKEN_STORAGE_KEY, token] as const)
}
