import { chromium } from '@playwright/test'
import { accounts } from '../contract/accounts.ts'
import { DEMO_PASSWORD } from '../server/demo/people.ts'
import { findBrowser } from '../tests/e2e/support/chromium.ts'
import { type FirstVisit, firstVisit, keepToken } from '../tests/e2e/support/first-visit.ts'
import { startProduct } from '../tests/e2e/support/product.ts'
import { median, type Row } from './row.ts'

const VISITS = 3
const KILOBYTE = 1000

/** What the first page of a member of the demo world takes on a phone with slow 3G and an empty cache. */
export async function firstVisits(): Promise<Row[]> {
  // The demo world has its own database: its passwords are public.
  const product = await startProduct({ DEMO: 'on', LOG_LEVEL: 'error' })
  const browser = await chromium.launch(findBrowser().launchOptions)
  try {
    const response = await fetch(`${product.url}/api${accounts.sign_in.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: { email: 'fan@loge.test', password: DEMO_PASSWORD } }),
    })
    const token = response.headers.get('authorization')
    if (!token) throw new Error(`The demo account could not sign in: ${response.status} ${await response.text()}`)
    const visits: FirstVisit[] = []
    while (visits.length < VISITS) {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
      })
      const page = await context.newPage()
      await keepToken(page, token)
      visits.push(await firstVisit(page, { isSlow: true }))
      await context.close()
    }
    const bytes = visits.map(({ requests }) => requests.reduce((sum, request) => sum + request.bytes, 0))
    const seconds = (values: number[]) => median(values) / 1000
    const complete = seconds(visits.map(({ complete_ms }) => complete_ms))
    const figures = `all in view after ${complete.toFixed(1)} s`
    const row = (what: string, at_most: number, ratio: number): Row => ({
      what: `first visit of a member, slow 3G, empty cache: ${what}`,
      bar: { at_most },
      ratio,
      figures,
    })
    return [
      row('requests until all in view is there', 20, median(visits.map(({ requests }) => requests.length))),
      row('KB on the wire until then', 300, median(bytes) / KILOBYTE),
      row('first paint of the frame, s', 2, seconds(visits.map(({ first_paint_ms }) => first_paint_ms))),
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}
