import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { titled } from '#tests/e2e/support/navigation.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { anOrder, ORDER_ID, paid } from '#tests/e2e/support/payments.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const ORDER = `**/api/orders/${ORDER_ID}`
const PHONE = { width: 390, height: 844 }
const SIDE = { width: 844, height: 390 }
const DESKTOP = { width: 1440, height: 900 }

test.describe('Back from the page of the provider', () => {
  test('An order of somebody else is not found, and one that cannot be loaded can be asked for again', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    expectRefusal(404, `/api/orders/${ORDER_ID}`)
    await page.route(ORDER, (route) => route.fulfill({ status: 404, json: { error: 'No', code: 'not_found' } }))
    await page.goto(`/orders/${ORDER_ID}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Order not found' })).toBeVisible()
    await page.unroute(ORDER)
    expectRefusal(403, `/api/orders/${ORDER_ID}`)
    await page.route(ORDER, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Your order could not be loaded' })).toBeVisible()
    await page.unroute(ORDER)
    await page.route(ORDER, (route) => route.fulfill({ json: anOrder('margauxlenoir') }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'One moment at the door' })).toBeVisible()
  })

  test('A refused card says that nothing was taken, and leads back to the same ticket', async ({ page, people }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    let order = anOrder(creator.username, { state: 'failed', period: 'week', renews: false })
    await page.route(ORDER, (route) => route.fulfill({ json: order }))
    await page.goto(`/orders/${ORDER_ID}`)
    await expect(page.getByRole('heading', { level: 1, name: 'The card was refused' })).toBeFocused()
    await expect(page.getByText('Nothing was taken.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', `/${creator.username}?buy=week`)
    await expect(page.getByRole('link', { name: 'Choose another ticket' })).toHaveAttribute(
      'href',
      `/${creator.username}`,
    )
    await expect(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact-us')
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }))

    order = { ...order, state: 'expired' }
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'The ticket was not bought' })).toBeFocused()
    await expect(page.getByText('Nothing was taken.')).toBeVisible()

    order = { ...order, state: 'refunded', receipt: '2026-000418', creator: null }
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'This ticket was refunded' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'See the receipt' })).toHaveAttribute(
      'href',
      '/subscriptions/receipts/2026-000418',
    )
    await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible()
  })

  test('Somebody who left the page of the provider is told that nothing was taken, and not kept waiting', async ({
    page,
    people,
  }) => {
    await people.signedIn(page, await people.signUp())
    let order = anOrder('amy')
    await page.route(ORDER, (route) => route.fulfill({ json: order }))
    await page.goto(`/orders/${ORDER_ID}?left=true`)
    await expect(page.getByRole('heading', { level: 1, name: 'The ticket was not bought' })).toBeFocused()
    await expect(page.getByText('Nothing was taken. You left before the payment.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/amy?buy=month')
    // Who pays in another tab after all sees it here too.
    order = paid(order)
    await expect(page.getByRole('heading', { level: 1, name: 'Your seat is ready' })).toBeFocused()
  })

  test('The curtain is closed until the provider has spoken, opens by itself, and the focus follows', async ({
    page,
    people,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    let order = anOrder(creator.username)
    await page.route(ORDER, (route) => route.fulfill({ json: order }))
    await page.goto(`/orders/${ORDER_ID}`)
    await expect(page.getByRole('heading', { level: 1, name: 'One moment at the door' })).toBeFocused()
    await expect(page).toHaveTitle(titled('One moment at the door'))
    await expect(page.getByRole('main').getByRole('status')).toContainText('You may leave: a notice will tell you.')
    await expect(page.getByRole('link', { name: `Back to ${creator.username}` })).toBeVisible()
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }))

    order = paid(order)
    await expect(page.getByRole('heading', { level: 1, name: 'Your seat is ready' })).toBeFocused()
    await expect(page).toHaveTitle(titled('Your seat is ready'))
    await expect(page.getByText('Your month runs until 17 December 2026, then renews.')).toBeVisible()
    await expect(page.locator('.order-stage-front')).toHaveCount(0)
    for (const viewport of [DESKTOP, SIDE, PHONE]) {
      await page.setViewportSize(viewport)
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'See the receipt' }).scrollIntoViewIfNeeded()
    }
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }))
    await page.getByRole('link', { name: 'Enter the box' }).click()
    await expect(page).toHaveURL(`/${creator.username}`)
  })

  test('A ticket of a day says the hour at which it ends', async ({ page, people }) => {
    await people.signedIn(page, await people.signUp())
    const order = paid(anOrder('amy', { period: 'day', renews: false }))
    await page.route(ORDER, (route) => route.fulfill({ json: { ...order, ends_at: '2026-11-18T14:05:00.000Z' } }))
    await page.goto(`/orders/${ORDER_ID}`)
    await expect(page.getByText(/Your day runs until Wednesday 18 November at \d\d:05\./)).toBeVisible()
  })
})
