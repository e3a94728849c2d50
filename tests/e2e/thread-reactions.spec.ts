import type { Page } from '@playwright/test'
import { axeInBothThemes } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { item, openAs, pair } from './support/thread.ts'

test.describe('Reactions', () => {
  test('go both ways at once, from a grid that the keyboard knows; one that fails is taken back', async ({
    page,
    people,
    product,
    openElsewhere,
    expectRefusal,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await talk.say(amy, 'A long line, told slowly. '.repeat(70))
    const other = await openElsewhere()
    await openAs(page, people, bob, talk)
    await openAs(other, people, amy, talk)

    // Beside a message that is taller than the window, all of the picker is in view.
    await item(page, /^A long line/)
      .getByRole('button', { name: 'React', exact: true })
      .press('Enter')
    await expect(page.getByRole('grid', { name: 'Reactions' })).toBeInViewport({ ratio: 0.99 })
    await page.keyboard.press('Escape')
    // One message offers to react; the arrow keys go to the others.
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

    // The last of its kind goes with its control; the focus stays with the message.
    await react.press('Enter')
    await expect(grid.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
    await page.keyboard.press('Enter')
    const thumb = item(page, 'Good evening').getByRole('button', { name: 'Thumbs up, 1' })
    await thumb.press('Enter')
    await expect(thumb).toHaveCount(0)
    await expect(react).toBeFocused()
  })
})
