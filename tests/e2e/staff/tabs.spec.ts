import type { Page } from '@playwright/test'
import { NUMBERS } from '#tests/e2e/support/money.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const PAGES = {
  Users: '/admin/users',
  Reports: '/admin/reports',
  Cases: '/admin/cases',
  Analytics: '/admin/numbers',
  Roles: '/admin/roles',
  Contact: '/admin/contact',
  Newsletter: '/admin/newsletter',
  'Audit log': '/admin/audit',
  Health: '/admin/health',
}

/** The positions of the tabs in their row, which scrolls sideways on phones, and of the row. */
async function tabs(page: Page): Promise<unknown> {
  await page.evaluate(() => document.fonts.ready)
  return await page
    .getByRole('navigation', { name: 'Sections of the admin panel' })
    .getByRole('link')
    .evaluateAll((all: HTMLElement[]) => all.map((tab) => ({ x: tab.offsetLeft, y: tab.getBoundingClientRect().y })))
}

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
]

test('The tabs of the admin pages are at the same place, on a phone, on its side and on a desktop', {
  tag: '@long',
}, async ({ page, people }) => {
  const member = await people.signUp()
  await people.grant(member.email, 'admin')
  await people.signedIn(page, member)
  // With the note about sample figures, which is the longest note of the three pages.
  await page.route('**/api/admin/numbers', (route) => route.fulfill({ json: NUMBERS, headers: { 'x-sample': 'true' } }))
  await page.goto('/admin/users')
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  const sections = page.getByRole('navigation', { name: 'Sections of the admin panel' })
  const inEachWindow = async (look: (index: number) => Promise<void>) => {
    for (const [index, viewport] of WINDOWS.entries()) {
      await page.setViewportSize(viewport)
      await look(index)
    }
  }
  const there: unknown[] = []
  await inEachWindow(async (index) => {
    there[index] = await tabs(page)
  })
  for (const [name, path] of Object.entries(PAGES).reverse()) {
    const tab = sections.getByRole('link', { name })
    await tab.click()
    await expect(page).toHaveURL(path)
    // The URL changes before the next page is rendered, and each page has its own tabs: those of the previous page have
    // no position after they are unmounted.
    await expect(tab).toHaveAttribute('aria-current', 'page')
    if (name === 'Analytics') await expect(page.getByText('With sample figures of the demo world')).toBeVisible()
    await inEachWindow(async (index) => {
      expect(await tabs(page), `${name} in window ${index}`).toEqual(there[index])
      await expect(tab, `${name} is in view`).toBeInViewport({ ratio: 0.99 })
    })
  }
})

test('On a phone the current tab stays in view when the number in another one is loaded after it', async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const member = await people.signUp()
  await people.grant(member.email, 'admin')
  await people.signedIn(page, member)
  const counting = Promise.withResolvers<void>()
  await page.route('**/api/admin/reports?*', async (route) => {
    await counting.promise
    await route.fulfill({ json: [], headers: { 'x-total-count': '88' } })
  })
  await page.goto('/admin/audit?lang=fr')
  const tabs = page.getByRole('navigation', { name: 'Parties de l’administration' })
  await expect(tabs.getByRole('link', { name: 'Journal' })).toBeInViewport({ ratio: 0.99 })
  counting.resolve()
  await expect(tabs.getByRole('link', { name: 'Signalements' })).toContainText('88')
  await expect(tabs.getByRole('link', { name: 'Journal' })).toBeInViewport({ ratio: 0.99 })
})
