import { visit } from '#tests/e2e/support/hydration.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { scriptOf } from '#tests/support/web/first-load.ts'
import { CHUNK_TIMEOUT_MS } from '#web/lib/chunk-timeout.ts'

const PRICING = scriptOf('pages/pricing.tsx')
const ALIVE = /\/api\/health\/live$/
const PRICING_TITLE = 'Free for the audience. Fair for the stage.'
const HEADING = 'Unexpected Application Error!'

test.describe('The error page', () => {
  test('A page that fails to load can be loaded again', async ({ page, expectLine }) => {
    await visit(page, '/contact-us')
    await page.route(PRICING, (route) => route.abort())
    expectLine(/net::ERR_FAILED/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible()
    await expect(page.getByText('A part of this page did not arrive')).toBeVisible()
    await expect(page).toHaveURL('/pricing')
    await page.unroute(PRICING)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: PRICING_TITLE })).toBeVisible()
  })

  test('A page that failed to load while the server was down is loaded when the server is back', async ({
    page,
    expectLine,
  }) => {
    await page.clock.install()
    await visit(page, '/contact-us')
    for (const part of [PRICING, ALIVE]) await page.route(part, (route) => route.abort())
    const unanswered = page.waitForEvent('requestfailed', (request) => ALIVE.test(request.url()))
    expectLine(/net::ERR_FAILED/)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible()
    await unanswered
    for (const part of [PRICING, ALIVE]) await page.unroute(part)
    await expect(async () => {
      await page.clock.runFor(5000)
      await expect(page.getByRole('heading', { level: 1, name: PRICING_TITLE })).toBeVisible({ timeout: 2000 })
    }).toPass()
  })

  // Spec 9.38
  test('A page that is still not loaded after 120 seconds shows the error page', async ({ page }) => {
    await page.clock.install()
    await visit(page, '/contact-us')
    await page.route(PRICING, () => {})
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('progressbar', { name: 'The page is loading' })).toBeAttached()
    await page.clock.runFor(CHUNK_TIMEOUT_MS - 1000)
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await page.clock.runFor(1000)
    await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible()
  })

  // Spec 8.36
  test('A page that throws shows the error page, with links to reload and to the home page', async ({
    page,
    expectLine,
  }) => {
    await page.route(PRICING, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export function PricingPage() { throw new Error('the wrong rope') }",
      }),
    )
    expectLine(/the wrong rope/)
    await page.goto('/pricing')
    await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible()
    await expect(page).toHaveTitle(`${HEADING} · Loge`)
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL('/discover')
  })

  test.describe('in French', () => {
    test.use({ locale: 'fr-FR' })

    test('The error page is in French for a French visitor', { tag: '@long' }, async ({ page, expectLine }) => {
      await page.route(PRICING, (route) => route.abort())
      expectLine(/net::ERR_FAILED/)
      await visit(page, '/contact-us')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Tarifs' }).click()
      await expect(page.getByRole('heading', { name: 'Erreur inattendue de l’application !' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Recharger' })).toBeVisible()
    })
  })

  test('An app that cannot load its language says so in both languages', async ({ page, expectLine }) => {
    await page.route(scriptOf('locales/en/common.ts'), (route) => route.abort())
    expectLine(/net::ERR_FAILED/)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: HEADING })).toBeVisible()
    await expect(page.getByText('Loge n’a pas pu démarrer.')).toBeVisible()
  })
})
