import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { API_SECRET, newCheckout, sdkFor } from '#tests/support/payments/checkouts.ts'
import { axe } from '../support/axe.ts'

const DAY = 24 * 60 * 60 * 1000
/** Where the provider sends people back to: a page of the stand-in that exists, so that the browser arrives. */
const back = (sandbox: Sandbox) => `${sandbox.url}/back`

const test = base.extend<{ sandbox: Sandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  sandbox: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    const sandbox = await startSandbox({ port: 0, folder, secret: API_SECRET, webhooks: [] })
    await use(sandbox)
    await sandbox.stop()
    rmSync(folder, { recursive: true })
  },
})

async function openCheckout(sandbox: Sandbox, locale: 'en' | 'fr') {
  const stripe = sdkFor(sandbox)
  const urls = { success_url: `${back(sandbox)}/paid`, cancel_url: `${back(sandbox)}/left` }
  const session = await newCheckout(stripe, 'subscription', { ...urls, locale })
  return { id: session.id, url: session.url ?? '', present: () => stripe.checkout.sessions.retrieve(session.id) }
}

test('The hosted pages are accessible in both themes and languages, and fit a phone and a desk', async ({
  page,
  sandbox,
}) => {
  const sold = await openCheckout(sandbox, 'en')
  sandbox.people.pay(sold.id)
  const { customer } = await sold.present()
  sandbox.people.setCard(String(customer), 'declines')
  sandbox.clock.advance(32 * DAY)
  const portal = await sdkFor(sandbox).billingPortal.sessions.create({ customer: String(customer), locale: 'fr' })
  const pages = [(await openCheckout(sandbox, 'en')).url, (await openCheckout(sandbox, 'fr')).url]
  for (const url of [...pages, sold.url, `${portal.url}?told=refused`]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(url)
      await axe(page)
      for (const size of [
        { width: 320, height: 640 },
        { width: 390, height: 844 },
        { width: 844, height: 390 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(size)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
    }
  }
})

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test('A fan leaves, is refused, and pays', async ({ page, sandbox }) => {
    const { url, present } = await openCheckout(sandbox, 'fr')
    await page.goto(url)
    await page.getByRole('button', { name: 'Partir' }).click()
    await expect(page).toHaveURL(`${back(sandbox)}/left`)
    await page.goto(url)
    await page.getByRole('button', { name: 'Refuser' }).click()
    await expect(page).toHaveURL(`${back(sandbox)}/paid`)
    expect((await present()).status).toBe('open')

    await page.goto(url)
    await page.getByLabel('Numéro de carte').fill('4000 0025 0000 0003')
    // Enter in a field presses the first button.
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${back(sandbox)}/paid`)
    expect(await present()).toMatchObject({ status: 'complete', payment_status: 'paid' })
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'C’est payé' })).toBeVisible()
  })
})
