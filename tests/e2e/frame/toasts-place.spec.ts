import type { Locator, Page } from '@playwright/test'
import { withoutInbox } from '#tests/e2e/support/members.ts'
import { button } from '#tests/e2e/support/page.ts'
import { openSoftKeyboard } from '#tests/e2e/support/soft-keyboard.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { field, item, log, openAs, pair } from '#tests/e2e/support/thread.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

async function boxOf(thing: Locator) {
  const box = await thing.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

/** The texts of the toasts that cover an element, or the visible part of a scrolled one. */
async function covering(page: Page, thing: Locator, scrolledIn?: Locator): Promise<string[]> {
  const { x, width, ...all } = await boxOf(thing)
  const view = await boxOf(scrolledIn ?? thing)
  const y = Math.max(all.y, view.y)
  const height = Math.min(all.y + all.height, view.y + view.height) - y
  const found: string[] = []
  for (const each of await page.locator('.toast').all()) {
    if (!(await each.isVisible())) continue
    const box = await boxOf(each)
    const isApart = box.x >= x + width || box.x + box.width <= x || box.y >= y + height || box.y + box.height <= y
    if (!isApart) found.push(await each.innerText())
  }
  return found
}

for (const [width, height] of [
  [1440, 900],
  [844, 390],
] as const) {
  test.describe(`In a window of ${width} by ${height}`, { tag: width === 844 ? '@long' : [] }, () => {
    test.use({ viewport: { width, height } })

    test('A member whose session has ended reads a toast below the header, and can press Log in at once', async ({
      page,
      people,
      expectRefusal,
    }) => {
      await withoutInbox(page)
      await people.signedIn(page, await people.signUp())
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached()
      await page.route('**/api/user', (route) =>
        route.fulfill({ status: 401, json: { error: 'No', code: 'unauthenticated' } }),
      )
      await page.route('**/api/subscriptions', (route) =>
        route.fulfill({ status: 401, json: { error: 'No', code: 'unauthenticated' } }),
      )
      expectRefusal(401)
      await page.getByRole('link', { name: 'Subscriptions' }).first().click()
      await expect(page).toHaveURL('/discover')
      await expect(toast(page, 'Your session has ended. Log in to come back to where you were.')).toBeVisible()
      expect(await covering(page, page.getByRole('banner'))).toEqual([])
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
      await expect(page).toHaveURL('/login')
    })
  })
}

for (const [name, viewport, keyboard] of [
  ['upright', { width: 390, height: 844 }, 336],
  ['on its side', { width: 844, height: 390 }, 180],
] as const) {
  test.describe(`On a phone held ${name}, with its keyboard open`, { tag: '@long' }, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test('Toasts cover neither the end of a thread nor its input above the soft keyboard, and are shown one at a time', async ({
      page,
      people,
      product,
      expectRefusal,
    }) => {
      const { bob, talk } = await pair(product, people)
      await openAs(page, people, bob, talk)
      await field(page).tap()
      await openSoftKeyboard(page, keyboard)
      let answers = 0
      await page.route('**/messages', async (route) => {
        answers += 1
        if (answers === 3) await route.continue()
        else await route.fulfill({ status: 503, json: { error: `The stage is being swept, for the ${answers}. time` } })
      })
      for (let turn = 1; turn <= 3; turn += 1) {
        if (turn < 3) expectRefusal(503)
        await field(page).fill('Row G, then.')
        await button(page, 'Send').tap()
        await expect(page.locator('.toast')).toHaveCount(turn)
      }
      await expect(page.locator('.toast:visible')).toHaveText(['Message sent!'])
      expect(await covering(page, item(page, 'Row G, then.'), log(page))).toEqual([])
      expect(await covering(page, field(page))).toEqual([])
      // Within the visible part above the soft keyboard.
      const { y, height } = await boxOf(page.locator('.toast:visible'))
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThanOrEqual(viewport.height - keyboard)

      await page.getByRole('region', { name: 'Notifications' }).getByRole('button').tap()
      await expect(page.locator('.toast:visible')).toHaveText(['The stage is being swept, for the 2. time'])
      await openSoftKeyboard(page, 0)
      if (viewport.height > 480) await expect(page.locator('.toast:visible')).toHaveCount(2)
    })
  })
}
