import type { Locator, Page } from '@playwright/test'
import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { field, item, log, openAs, pair, said } from '#tests/e2e/support/thread.ts'

test.describe('Reactions', () => {
  // Spec 2.122, 4.30, 4.32, 4.33, 4.34, 8.24, 9.18
  test('Reactions appear for both people at once, work with the keyboard, and are rolled back if they fail', async ({
    page,
    people,
    product,
    openOtherBrowser,
    expectRefusal,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await talk.say(amy, 'A long line, told slowly. '.repeat(70))
    const other = await openOtherBrowser()
    await openAs(page, people, bob, talk)
    await openAs(other, people, amy, talk)

    // The whole picker is in view beside a message that is taller than the window.
    await item(page, /^A long line/)
      .getByRole('button', { name: 'React', exact: true })
      .press('Enter')
    await expect(page.getByRole('grid', { name: 'Reactions' })).toBeInViewport({ ratio: 0.99 })
    await page.keyboard.press('Escape')
    // Only one message has the button; the arrow keys move it to the others.
    await expect(page.getByRole('button', { name: 'React', exact: true })).toHaveCount(1)
    await page.keyboard.press('ArrowUp')

    const react = item(page, 'Good evening').getByRole('button', { name: 'React', exact: true })
    const fire = (each: Page) => item(each, 'Good evening').getByRole('button', { name: /^Fire/ })

    await expect(react).toBeFocused()
    await react.press('Enter')
    const grid = page.getByRole('grid', { name: 'Reactions' })
    await expect(grid.getByRole('button')).toHaveCount(10)
    await expect(grid).toHaveCSS('grid-template-columns', /^(\S+ ){4}\S+$/)
    await expect(grid.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
    await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))
    await page.keyboard.press('Escape')
    await expect(grid).toHaveCount(0)
    await expect(react).toBeFocused()

    await react.press('Enter')
    await expect(grid.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
    for (const key of ['ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key)
    await expect(grid.getByRole('button', { name: 'Fire' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(react).toBeFocused()
    await expect(fire(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(fire(other)).toHaveAttribute('aria-pressed', 'false')

    await fire(other).click()
    await expect(fire(page)).toHaveAccessibleName('Fire, 2')
    // Both had the thread open, so that neither has a notice of it.
    for (const each of [page, other]) {
      const unread = () =>
        each.evaluate(async () => {
          const headers = { authorization: localStorage.getItem('auth_token') ?? '' }
          return (await fetch('/api/notices', { headers })).headers.get('x-unread-count')
        })
      await expect.poll(unread).toBe('0')
    }
    await fire(page).click()
    await expect(fire(other)).toHaveAccessibleName('Fire, 1')
    await expect(fire(page)).toHaveAttribute('aria-pressed', 'false')

    await page.route('**/reactions**', (route) => route.fulfill({ status: 503, json: { error: 'No' } }))
    expectRefusal(503)
    await fire(page).click()
    await expect(page.getByText('Failed to add reaction')).toBeVisible()
    await expect(fire(page)).toHaveAccessibleName('Fire, 1')
    await page.unroute('**/reactions**')
    await fire(page).click()
    await expect(fire(other)).toHaveAccessibleName('Fire, 2')
    await page.route('**/reactions/**', (route) => route.fulfill({ status: 503, json: { error: 'No' } }))
    expectRefusal(503)
    await fire(page).click()
    await expect(page.getByText('Failed to remove reaction')).toBeVisible()
    await expect(fire(page)).toHaveAccessibleName('Fire, 2')
    await page.unroute('**/reactions/**')

    // A removed last reaction loses its button; the focus stays at the message.
    await react.press('Enter')
    await expect(grid.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
    await page.keyboard.press('Enter')
    const thumb = item(page, 'Good evening').getByRole('button', { name: 'Thumbs up, 1' })
    await thumb.press('Enter')
    await expect(thumb).toHaveCount(0)
    await expect(react).toBeFocused()
  })
})

const react = (page: Page) => page.getByRole('button', { name: 'React', exact: true })

test.describe('The reaction button', () => {
  test('The reaction button appears on the hovered message, and is one Tab stop with arrow keys for the other messages', {
    tag: '@long',
  }, async ({ page, people, product }) => {
    const { amy, bob, talk } = await pair(product, people)
    await talk.sayMany(amy, 3)
    await openAs(page, people, bob, talk)
    await expect(react(page)).toHaveCount(1)
    await expect(item(page, 'Line 3').locator(react(page))).toHaveCSS('opacity', '0')

    await item(page, 'Line 1').hover()
    await expect(item(page, 'Line 1').locator(react(page))).toHaveCSS('opacity', '1')
    await item(page, 'Line 2').hover()
    await expect(item(page, 'Line 1').locator(react(page))).toHaveCount(0)
    await expect(item(page, 'Line 2').locator(react(page))).toHaveCSS('opacity', '1')
    await page.mouse.move(0, 0)
    await expect(react(page)).toHaveCount(1)

    // From the thread, Tab goes to the one button and then to the field.
    await log(page).focus()
    await page.keyboard.press('Tab')
    const last = item(page, 'Line 3').locator(react(page))
    await expect(last).toBeFocused()
    await expect(last).toHaveAccessibleDescription('Line 3')
    await page.keyboard.press('Tab')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    for (const words of ['Line 2', 'Line 1', 'Good evening', 'Good evening']) {
      await page.keyboard.press('ArrowUp')
      await expect(item(page, words).locator(react(page))).toBeFocused()
      await expect(react(page)).toHaveCount(1)
    }
    await page.keyboard.press('End')
    await expect(last).toBeFocused()
    await page.keyboard.press('Home')
    await expect(item(page, 'Good evening').locator(react(page))).toBeFocused()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('On a phone, the reaction button appears on one message, and on another one that is touched', async ({
      page,
      people,
      product,
    }) => {
      const { amy, bob, talk } = await pair(product, people)
      await talk.sayMany(amy, 3)
      await openAs(page, people, bob, talk)
      await expect(react(page)).toHaveCount(1)
      await expect(item(page, 'Line 3').locator(react(page))).toBeVisible()
      await said(page, 'Good evening').tap()
      await expect(react(page)).toHaveCount(1)
      await item(page, 'Good evening').locator(react(page)).tap()
      await page.getByRole('grid', { name: 'Reactions' }).getByRole('button', { name: 'Heart' }).tap()
      await expect(item(page, 'Good evening').getByRole('button', { name: 'Heart, 1' })).toBeVisible()
      await expect(react(page)).toHaveCount(1)
    })
  })
})

/** The contrast ratio of two colours (WCAG). */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [a, b] = [light(one), light(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

test('The pill "New messages" has enough contrast on all backgrounds in both themes', { tag: '@long' }, async ({
  page,
  people,
  product,
}) => {
  const { amy, bob, talk } = await pair(product, people)
  for (let number = 1; number <= 30; number += 1) await talk.say(bob, `Row ${number}`)
  await talk.say(amy, 'Mine')
  await people.call(bob, 'GET', talk.path)
  await openAs(page, people, bob, talk)
  await log(page).focus()
  await page.keyboard.press('Home')
  await expect(said(page, 'Good evening')).toBeInViewport()
  await talk.say(amy, 'Something new')
  const pill = page.getByRole('button', { name: 'New messages' })
  await expect(pill).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const colour = (of: Locator, name: 'backgroundColor' | 'borderTopColor') =>
      of.evaluate((element, key) => getComputedStyle(element)[key], name)
    const shown = [await colour(pill, 'backgroundColor'), await colour(pill, 'borderTopColor')]
    const bubble = (words: string) => colour(said(page, words).locator('..'), 'backgroundColor')
    const grounds = {
      own: await bubble('Row 5'),
      other: await bubble('Mine'),
      paper: await colour(page.locator('body'), 'backgroundColor'),
    }
    for (const [name, ground] of Object.entries(grounds)) {
      expect(Math.max(...shown.map((each) => contrast(each, ground))), `${colorScheme}, ${name}`).toBeGreaterThan(3)
    }
  }
})
