import type { Page } from '@playwright/test'
import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll, watchCalls } from '#tests/e2e/support/page.ts'
import { ORDER_ID, openBoxOffice } from '#tests/e2e/support/payments.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const CHECKOUTS = '**/api/checkouts'
const PROVIDER = 'https://provider.example/pay/1'

function office(page: Page) {
  return page.getByRole('dialog', { name: /^(A seat in|Une place dans)/ })
}

/** The page of the provider, which is none of ours. */
async function standIn(page: Page): Promise<void> {
  await page.route(PROVIDER, (route) => route.fulfill({ body: '<h1>Pay</h1>', contentType: 'text/html' }))
}

/** Opens the page of a creator, and waits for its last call: it is made after all that is in view. */
async function gotoAndSettle(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse('**/api/conversations/can_message/*')
  await page.goto(path)
  await answered
}

test.describe('Somebody who cannot buy', () => {
  test('Where nothing is sold, an address that opens the box office opens nothing, and Subscribe sends no request', async ({
    page,
    people,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    await gotoAndSettle(page, `/${creator.username}?buy=month`)
    await expect(button(page, 'Subscribe')).toBeVisible()
    await expect(button(page, 'Subscribe')).not.toHaveAttribute('aria-haspopup')
    const calls = watchCalls(page)
    const said = page.waitForEvent('dialog')
    const pressed = button(page, 'Subscribe').click()
    const alert = await said
    expect(alert.message()).toBe(
      'Subscription is currently unavailable. We are making our best to provide it as soon as we can',
    )
    await alert.accept()
    await pressed
    expect(calls).toEqual([])
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('Somebody with an unconfirmed address, or a ticket that renews, is told so in place of the button', async ({
    page,
    people,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    await openBoxOffice(page, { refusal: 'email_unconfirmed' })
    await page.goto(`/${creator.username}?buy=month`)
    await expect(office(page).getByRole('alert')).toContainText('please confirm your e-mail address')
    await expect(button(page, 'Go to payment')).toHaveCount(0)
    await expect(office(page).getByRole('link', { name: 'To the settings' })).toHaveAttribute('href', '/settings')
    await openBoxOffice(page, { refusal: 'already_renewing' })
    await page.reload()
    await expect(office(page).getByRole('alert')).toContainText('renews already')
    await office(page).getByRole('link', { name: 'To the subscriptions' }).click()
    await expect(page).toHaveURL('/subscriptions')
  })

  test('A fan who has not said where they live, or has not agreed, is told at the control, and nothing is sent', async ({
    page,
    people,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    await openBoxOffice(page, { country: null })
    await gotoAndSettle(page, `/${creator.username}`)
    await button(page, 'Subscribe').click()
    await expect(page).toHaveURL(`/${creator.username}?buy=month`)
    const calls = watchCalls(page)
    const country = office(page).getByRole('combobox', { name: 'The country you live in' })
    await expect(office(page).getByRole('status')).toHaveText('To pay today €23.99 + VAT')
    await button(page, 'Go to payment').click()
    await expect(country).toBeFocused()
    await expect(country).toHaveAccessibleDescription('Choose the country you live in. The VAT depends on it.')
    await country.selectOption('Switzerland')
    await expect(office(page).getByRole('status')).toHaveText('To pay today €25.93')

    const consent = office(page).getByRole('checkbox', { name: /^Open the curtain now\. I ask to start at once/ })
    await expect(consent).not.toBeChecked()
    await button(page, 'Go to payment').click()
    await expect(consent).toBeFocused()
    await expect(consent).toHaveAccessibleDescription(/^Tick this box to go on/)
    await page.keyboard.press('Space')
    await expect(consent).toBeChecked()
    await expect(office(page).getByText('Tick this box to go on')).toHaveCount(0)
    expect(calls).toEqual([])
  })

  test('A price that changed meanwhile is shown before anything is ordered, and a closed box office says so', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    await openBoxOffice(page)
    await page.goto(`/${creator.username}?buy=week`)
    await office(page).getByRole('checkbox').check()
    await people.call(creator, 'PUT', `/profiles/${creator.id}`, { form: { week_subscription: '19.99' } })
    expectRefusal(409, '/api/checkouts')
    await page.route(CHECKOUTS, (route) =>
      route.fulfill({
        status: 409,
        json: { error: 'The price has changed', code: 'price_changed', fields: { price: '19.99' } },
      }),
    )
    await button(page, 'Go to payment').click()
    await expect(office(page).getByRole('alert')).toContainText('it is now €19.99 without VAT. Nothing was taken.')
    await expect(office(page).getByRole('status')).toHaveText('To pay today €23.99')
    await expect(office(page).getByRole('radio', { name: '1 Week €19.99 single ticket' })).toBeChecked()
    for (const [width, height] of [
      [390, 844],
      [320, 640],
      [1440, 900],
    ] as const) {
      // What was refused stands beside the button, and not below the fold of the part that scrolls.
      await page.setViewportSize({ width, height })
      await expect(office(page).getByRole('alert')).toBeInViewport({ ratio: 1 })
    }

    await page.unroute(CHECKOUTS)
    expectRefusal(404, '/api/checkouts')
    await page.route(CHECKOUTS, (route) => route.fulfill({ status: 404, json: { error: 'No', code: 'not_found' } }))
    await button(page, 'Go to payment').click()
    await expect(office(page).getByRole('alert')).toHaveText('Nothing can be bought here at the moment.')
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test.describe('Somebody who buys', () => {
  test('A fan chooses a ticket with the keyboard, reads what it costs and when it renews, and goes to the provider', async ({
    page,
    people,
    expectLine,
  }) => {
    await page.clock.install({ time: new Date('2026-11-17T14:05:00Z') })
    await standIn(page)
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    await openBoxOffice(page)
    await page.goto(`/${creator.username}`)
    await button(page, 'Subscribe').click()
    await expect(office(page)).toBeVisible()

    await test.step('Three tickets, named by length, price and kind; the chosen one is part of the address', async () => {
      await expect(office(page).getByRole('radio')).toHaveCount(3)
      await expect(office(page).getByRole('radio', { name: '1 Month €23.99 renews' })).toBeChecked()
      await expect(office(page).getByText('Renews on 17 December 2026 at €28.79')).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowLeft')
      await expect(office(page).getByRole('radio', { name: '1 Week €14.99 single ticket' })).toBeChecked()
      await expect(page).toHaveURL(`/${creator.username}?buy=week`)
      await expect(office(page).getByRole('status')).toHaveText('To pay today €17.99')
      await expect(office(page).getByText(/^Until Tuesday 24 November at/)).toBeVisible()
      await expect(office(page).getByText('Renews on')).toHaveCount(0)
    })

    await test.step('What the consent means is said on demand', async () => {
      const more = button(page, 'What this means')
      await expect(more).toHaveAttribute('aria-expanded', 'false')
      await more.click()
      await expect(office(page).getByText(/^Whoever buys online/)).toBeVisible()
    })

    await test.step('Escape closes it, and Back does too; the focus returns', async () => {
      await page.keyboard.press('Escape')
      await expect(office(page)).toHaveCount(0)
      await expect(page).toHaveURL(`/${creator.username}`)
      await expect(button(page, 'Subscribe')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(office(page)).toBeVisible()
      await page.goBack()
      await expect(office(page)).toHaveCount(0)
    })

    await test.step('The order carries the price that was shown, and the same press again is the same order', async () => {
      expectLine(/ERR_FAILED/)
      const bodies: Record<string, unknown>[] = []
      await page.route(CHECKOUTS, async (route) => {
        bodies.push(route.request().postDataJSON())
        if (bodies.length === 1) return route.abort()
        return route.fulfill({ status: 201, json: { order_id: ORDER_ID, url: PROVIDER } })
      })
      await button(page, 'Subscribe').click()
      await office(page).getByRole('checkbox').check()
      await button(page, 'Go to payment').click()
      await expect(office(page).getByRole('alert')).toContainText('The connection dropped')
      await button(page, 'Go to payment').click()
      await expect(page).toHaveURL(PROVIDER)
      expect(bodies).toEqual([bodies[1], bodies[1]])
      expect(bodies[1]).toEqual({
        creator_id: creator.id,
        period: 'month',
        country: 'FR',
        price: '23.99',
        consent: '2026-11',
        client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    })

    await test.step('Who leaves the page of the provider finds the box office as it was', async () => {
      await page.goBack()
      await expect(page).toHaveURL(`/${creator.username}?buy=month`)
      await expect(button(page, 'Go to payment')).toBeEnabled()
      await expect(button(page, 'Go to payment')).not.toHaveAttribute('aria-busy', 'true')
    })
  })
})

for (const round of roundsFrom(390)) {
  test.describe(`The box office at ${round.name}`, () => {
    test.use(round.use)
    test('The box office fits the window and is accessible', async ({ page, people }) => {
      const creator = await people.creator()
      await people.signedIn(page, await people.signUp())
      await openBoxOffice(page)
      await page.goto(`/${creator.username}?buy=month`)
      await forEachView(page, round, async () => {
        await expect(office(page)).toBeVisible()
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
      // On its side the whole sheet scrolls, so that the button can be reached.
      await page.setViewportSize({ width: 844, height: 390 })
      await office(page).getByRole('checkbox').check()
      await office(page).locator('button[type=submit]').scrollIntoViewIfNeeded()
      await expect(office(page).locator('button[type=submit]')).toBeInViewport()
      await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')
    })
  })
}
