import { DAY_MS } from '#contract/time.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { scriptOf } from '#tests/support/web/first-load.ts'

test.describe('The theme', () => {
  test.use({ colorScheme: 'dark' })

  // Spec 4.49
  test('The theme of the first frame is the system’s', async ({ page }) => {
    // Without the app, only the inline script of the page can have set it.
    await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#150E17')
  })

  // Spec 1.32, 3.35, 4.48, 4.50, 9.34
  test('The theme follows the system until somebody chooses one, and the choice is stored', async ({ page }) => {
    await page.goto('/login')
    const html = page.locator('html')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-theme', 'dark')

    const dark = button(page, 'Dark mode')
    await expect(dark).toHaveAttribute('aria-pressed', 'true')
    const other = await page.context().newPage()
    await other.goto('/signup')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await dark.click()
    await expect(html).toHaveAttribute('data-theme', 'light')
    await test.step('The theme changes in every open tab', async () => {
      await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
      await other.close()
    })
    await expect(dark).toHaveAttribute('aria-pressed', 'false')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'light')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#FAF5EC')
  })
})

test.describe('The language', () => {
  test.use({ locale: 'de-DE' })

  test('The language is chosen by the URL, by the browser or by the switch in the header', async ({
    page,
    context,
    expectLine,
  }) => {
    await page.goto('/login')

    await test.step('The language stays if the other one cannot be loaded, with an error', async () => {
      // Spec 1.31, 9.33
      await test.step('The language is English for a browser with neither of the two languages', () =>
        expect(page.locator('html')).toHaveAttribute('lang', 'en'))
      const french = scriptOf('locales/fr/common.ts')
      await page.route(french, (route) => route.abort())
      expectLine(/net::ERR_FAILED/)
      await page.getByRole('link', { name: 'EN Passer en français' }).click()
      await expect(page.getByText('The connection dropped. Check your network and try again.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await page.unroute(french)
    })

    // Spec 1.30, 9.33
    await test.step('A change of language keeps the typed text, and is stored for a year', async () => {
      await page.reload()
      await page.getByLabel('Email').fill('amy@loge.test')
      await page.getByRole('link', { name: 'EN Passer en français' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      await expect(page.getByLabel('E-mail')).toHaveValue('amy@loge.test')
      const cookie = (await context.cookies()).find(({ name }) => name === 'lang')
      expect(cookie).toMatchObject({ value: 'fr', sameSite: 'Lax', path: '/' })
      const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / DAY_MS
      expect(days).toBeGreaterThan(364)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible()
    })

    // Spec 1.30, 9.33
    await test.step('The language of the URL applies until somebody chooses', async () => {
      await context.clearCookies()
      await page.goto('/login?lang=fr')
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible()
      await expect(page).toHaveTitle('Se connecter · Loge')
      await page.getByRole('link', { name: 'FR Switch to English' }).click()
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    })
  })
})
