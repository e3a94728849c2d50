import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { showMoney } from '#tests/e2e/support/money.ts'
import { button } from '#tests/e2e/support/page.ts'
import { ORDER_ID, openBoxOffice, STAFF_ORDERS, UNAPPLIED } from '#tests/e2e/support/payments.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

const ORDERS = /\/api\/admin\/orders(\?|$)/
const DECLINE = `**/api/admin/orders/${ORDER_ID}/decline`
const DECLINED = {
  ...STAFF_ORDERS[0],
  refunded: '5.00',
  withdrawal_declined_at: '2026-11-18T16:00:00.000Z',
  withdrawal_answer: 'You looked at forty pictures.',
}
const REFUND = `**/api/admin/orders/${ORDER_ID}/refund`

test.describe('Payments in the Admin Panel', () => {
  test('Where nothing is sold, the Admin Panel has no tab for payments', async ({ page, people }) => {
    const admin = await people.signUp()
    await people.grant(admin.email, 'admin')
    await people.signedIn(page, admin)
    await page.goto('/admin/contact')
    const tabs = page.getByRole('navigation', { name: 'Sections of the admin panel' })
    await expect(tabs.getByRole('link', { name: 'Health' })).toBeVisible()
    await expect(tabs.getByRole('link', { name: 'Payments' })).toHaveCount(0)
  })

  test('A moderator is led away from the payments', async ({ page, people }) => {
    const moderator = await people.signUp()
    await people.grant(moderator.email, 'moderator')
    await people.signedIn(page, moderator)
    await openBoxOffice(page)
    await page.goto('/admin/payments')
    await expect(page).toHaveURL('/admin/users')
    await expect(
      page.getByRole('navigation', { name: 'Sections of the admin panel' }).getByRole('link', { name: 'Payments' }),
    ).toHaveCount(0)
  })

  test('An admin reads the orders, refunds one in part and whole, and sees what opened nothing', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const admin = await people.signUp()
    await people.grant(admin.email, 'admin')
    await people.signedIn(page, admin)
    await openBoxOffice(page)
    const asked: string[] = []
    await page.route(ORDERS, (route) => {
      asked.push(new URL(route.request().url()).search)
      return route.fulfill({ json: STAFF_ORDERS })
    })
    await page.route(/\/api\/admin\/unapplied_payments/, (route) => route.fulfill({ json: UNAPPLIED }))
    await page.goto('/admin/contact')
    await page
      .getByRole('navigation', { name: 'Sections of the admin panel' })
      .getByRole('link', { name: 'Payments' })
      .click()
    const orders = page.getByRole('list', { name: 'All orders' }).getByRole('listitem')
    await expect(orders).toHaveCount(3)
    await expect(orders.first()).toContainText('theomarchetti for margauxlenoir')
    await expect(orders.first()).toContainText('Asked to withdraw on 17 November 2026')
    await expect(orders.nth(1)).toContainText('somebody who left for anasol')
    await expect(orders.nth(1).getByRole('button')).toHaveCount(0)
    await expect(orders.nth(1)).toContainText('Charged€11.99')
    // Nothing was taken for an order that was refused.
    await expect(orders.nth(2)).toContainText('To pay€25.93')
    await axe(page)
    await expectToFitPhones(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await test.step('A refund without reason, or of an amount that is not a part, is not sent', async () => {
      await orders
        .first()
        .getByRole('button', { name: /^Refund/ })
        .click()
      await expect(page.getByRole('dialog')).toContainText('theomarchetti paid €28.79 for margauxlenoir.')
      await button(page, 'Refund').click()
      await expect(page.getByLabel('Reason')).toBeFocused()
      await page.getByRole('radio', { name: /^A part/ }).check()
      await page.getByLabel('Amount in euros').fill('28.79')
      await page.getByLabel('Reason').fill('Goodwill')
      await button(page, 'Refund').click()
      await expect(page.getByLabel('Amount in euros')).toBeFocused()
      await expect(page.getByText('An amount between €0.01 and €28.78.')).toBeVisible()
      await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')
    })

    await test.step('The provider may be away; then the refund is asked for again', async () => {
      expectRefusal(503, `/api/admin/orders/${ORDER_ID}/refund`)
      await page.route(REFUND, (route) => route.fulfill({ status: 503, json: { error: 'Away', code: 'unavailable' } }))
      await page.getByLabel('Amount in euros').fill('5')
      await button(page, 'Refund').click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await page.unroute(REFUND)
      await page.route(REFUND, (route) => {
        expect(route.request().postDataJSON()).toEqual({ amount: '5.00', reason: 'Goodwill' })
        return route.fulfill({ json: { ...STAFF_ORDERS[0], refunded: '5.00' } })
      })
      await button(page, 'Refund').click()
      await expect(page.getByText('The refund is on its way.')).toBeVisible()
      await expect(orders.first()).toContainText('Given back€5.00')
    })

    await test.step('A withdrawal is declined with an answer for the fan', async () => {
      await orders
        .first()
        .getByRole('button', { name: /^Decline/ })
        .click()
      await button(page, 'Decline').click()
      await expect(page.getByLabel('Answer')).toBeFocused()
      expectRefusal(422, `/api/admin/orders/${ORDER_ID}/decline`)
      const fields = { withdrawal: 'This order is being refunded' }
      await page.route(DECLINE, (route) =>
        route.fulfill({ status: 422, json: { error: 'x', code: 'invalid', fields } }),
      )
      await page.getByLabel('Answer').fill('You looked at forty pictures.')
      await button(page, 'Decline').click()
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/^Somebody has decided meanwhile/)
      await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')
      await page.unroute(DECLINE)
      await page.route(DECLINE, (route) => {
        expect(route.request().postDataJSON()).toEqual({ reason: 'You looked at forty pictures.' })
        return route.fulfill({ json: DECLINED })
      })
      await page.getByLabel('Answer').fill('You looked at forty pictures.')
      await button(page, 'Decline').click()
      await expect(page.getByText('The withdrawal is declined. A mail says why.')).toBeVisible()
      await expect(orders.first()).toContainText('Our answer: You looked at forty pictures.')
      await expect(orders.first().getByRole('button')).toHaveCount(1)
      await expect(orders.first().getByRole('button')).toBeFocused()
      await axe(page)
    })

    await test.step('After the rest was given back, the focus is on the card, whose button is gone', async () => {
      await page.unroute(REFUND)
      await page.route(REFUND, (route) => {
        expect(route.request().postDataJSON()).toEqual({ reason: 'Withdrawal', after_decline: true })
        return route.fulfill({ json: { ...DECLINED, state: 'refunded', refunded: '28.79' } })
      })
      await orders.first().getByRole('button').click()
      await page.getByLabel('Reason').fill('Withdrawal')
      await button(page, 'Refund').click()
      await expect(orders.first()).toContainText('Given back€28.79')
      await expect(orders.first()).toBeFocused()
    })

    await test.step('The filters are part of the address', async () => {
      await page.getByLabel('Show').selectOption('Withdrawals asked for')
      await expect(page).toHaveURL('/admin/payments?list=withdrawals')
      await page.getByLabel('Username of the fan').fill('theo')
      await expect(page).toHaveURL('/admin/payments?list=withdrawals&q=theo')
      await expect.poll(() => asked.at(-1)).toBe('?state=withdrawal_asked&username=theo')
    })

    await test.step('Money that opened nothing says why, and whether it went back', async () => {
      await page.getByLabel('Show').focus()
      await page.getByLabel('Show').selectOption('Unapplied payments')
      const payments = page.getByRole('list', { name: 'Unapplied payments' }).getByRole('listitem')
      await expect(payments).toHaveCount(2)
      await expect(page.getByLabel('Show')).toBeFocused()
      await expect(page.getByLabel('Username of the fan')).toHaveCount(0)
      await expect(payments.first()).toContainText('The creator has left.')
      await expect(payments.first()).toContainText('Being sent back')
      await expect(payments.nth(1)).toContainText('Refund it at the provider by hand')
      await axe(page)
    })
  })
})

test('A creator sees what was given back to fans, only where tickets are sold', async ({ page, people }) => {
  await people.signedIn(page, await people.creator())
  await showMoney(page)
  await page.goto('/revenues')
  await expect(page.getByRole('heading', { level: 2, name: 'How it adds up' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Given back' })).toHaveCount(0)
  await page.route('**/api/revenues', async (route) => {
    const answer = await route.fetch()
    const reversals = { refunded: '28.79', disputed: '0.00' }
    return route.fulfill({
      response: answer,
      json: { ...(await answer.json()), ...MONTHS, reversals, is_sample: true },
    })
  })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Given back' })).toContainText('Refunded to fans− €28.79')
  await expect(page.getByRole('region', { name: 'Given back' })).toContainText('Disputed by fans€0.00')
  // Subscriptions are open, so no sample can end with their opening.
  await expect(page.getByText('With sample figures of the demo world')).toBeVisible()
  await axe(page)
})

const LINES = { gross: '28.79', vat: '4.80', platform_fee: '3.60', banking_fee: '2.02', net: '18.37' }
const MONTHS = { ...LINES, months: [{ month: '2026-11', ...LINES }] }

test('Where tickets are sold, blocking says what happens to the money', async ({ page, people }) => {
  const [creator, other] = [await people.creator(), await people.creator()]
  await people.signedIn(page, creator)
  await openBoxOffice(page)
  await page.goto(`/${other.username}`)
  await button(page, `More about ${other.username}`).click()
  await page.getByRole('menuitem', { name: 'Block…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('A paid ticket is refunded in full and stops renewing')
  await expect(dialog).toContainText('A ticket that renews stops renewing, and nothing is paid back.')
})
