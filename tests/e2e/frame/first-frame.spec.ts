import type { Page } from '@playwright/test'
import { hold, LISTS } from '#tests/e2e/support/feed.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Where the shapes of the frame are: the header, the first arch and the first picture. */
async function boxes(page: Page, selectors: string[]) {
  const found = await Promise.all(selectors.map((selector) => page.locator(selector).first().boundingBox()))
  return found.map((box) => box && Object.values(box).map(Math.round))
}

const FRAME = ['.first-header', '.first-arch', '.first-picture', '.first-name > :first-child']
const APP = [
  'header',
  'section[aria-busy] .skeleton',
  'main [role=status] .skeleton.rounded-none',
  'main [role=status] .skeleton.rounded-full',
]

for (const { name, viewport, theme } of [
  { name: 'a phone, dark', viewport: { width: 390, height: 844 }, theme: 'dark' as const },
  { name: 'a tablet, light', viewport: { width: 820, height: 1100 }, theme: 'light' as const },
  { name: 'a desktop, light', viewport: { width: 1440, height: 900 }, theme: 'light' as const },
]) {
  test.describe(`On ${name}`, () => {
    test.use({ viewport, colorScheme: theme })

    test(`A member on ${name} sees the frame before the app, and nothing moves when the app takes over`, async ({
      page,
      people,
    }) => {
      await people.signedIn(page, await people.member())
      // On a slow network everything else comes seconds later.
      const app = await hold(page, /\/assets\/(?!first-frame-)/)
      const feed = await hold(page, LISTS)
      const stories = await hold(page, /\/api\/stories/)
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.locator('.first-frame')).toBeVisible()
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
        .toBe(1)
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(paper).toBe(theme === 'dark' ? 'rgb(21, 14, 23)' : 'rgb(250, 245, 236)')
      const before = await boxes(page, FRAME)
      expect(before).not.toContain(null)
      await app.release()
      await expect(page.locator('main [role=status] .skeleton').first()).toBeVisible()
      await expect(page.locator('.first-frame')).toBeHidden()
      expect(await boxes(page, APP)).toEqual(before)
      await Promise.all([feed.release(), stories.release()])
    })
  })
}

test('A visitor never sees the frame of members, with or without JavaScript', async ({ page, browser, baseURL }) => {
  for (const path of ['/discover', '/login']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.first-frame')).toBeHidden()
  }
  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const quiet = await plain.newPage()
  await quiet.goto('/login')
  await expect(quiet.getByRole('link', { name: 'what Loge is' })).toBeVisible()
  await expect(quiet.locator('.first-frame')).toBeHidden()
  await plain.close()
})
