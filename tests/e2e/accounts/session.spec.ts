import { untilHydrated } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING } from '#tests/e2e/support/landing.ts'
import { withoutInbox } from '#tests/e2e/support/members.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { storedToken } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'

const SIGN_OUT = '/api/users/sign_out'

test.describe('Logging out', () => {
  test('A failed sign-out keeps the session, and a sign-out from an ended session succeeds', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    await page.goto('/settings')

    await test.step('When the server fails, the member stays signed in and is told', async () => {
      await page.route(`**${SIGN_OUT}`, (route) =>
        route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }),
      )
      await button(page, 'Menu').click()
      expectRefusal(500, SIGN_OUT)
      await button(page, 'Logout').click()
      await expect(toast(page, 'Something went wrong on our side. Please try again.')).toBeVisible()
      await expect(page).toHaveURL('/settings')
      expect(await storedToken(page)).not.toBeNull()
    })

    await dismissToasts(page)
    await page.unroute(`**${SIGN_OUT}`)

    // Spec 4.42
    await test.step('A session that was over already counts as logged out', async () => {
      await page.route(`**${SIGN_OUT}`, (route) =>
        route.fulfill({ status: 401, json: { error: 'No', code: 'unauthenticated' } }),
      )
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await button(page, 'Menu').click()
      expectRefusal(401, SIGN_OUT)
      await button(page, 'Logout').click()
      await expect(page).toHaveURL('/discover')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
      expect(await storedToken(page)).toBeNull()
    })
  })

  test('A member signs out in all tabs at once, and signs in in all tabs at once', async ({ page, people }) => {
    const member = await people.signUp()
    await people.signedIn(page, member)
    await withoutInbox(page)
    await page.goto('/settings')
    const other = await page.context().newPage()
    await other.goto('/subscriptions')
    await expect(button(other, 'Menu')).toBeVisible()

    // Spec 2.10, 2.100, 4.42, 4.43
    await test.step('A member is taken to /discover first, and then the token goes', async () => {
      await page.evaluate(() => {
        const remove = Storage.prototype.removeItem
        Storage.prototype.removeItem = function (key) {
          if (key === 'auth_token') document.documentElement.dataset.tokenRemovedAt = location.pathname
          remove.call(this, key)
        }
      })
      await button(page, 'Menu').click()
      await button(page, 'Logout').click()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
      await expect(page).toHaveURL('/discover')
      await expect(page.locator('html')).toHaveAttribute('data-token-removed-at', '/discover')
      expect(await storedToken(page)).toBeNull()

      await page.goBack()
      await expect(page).toHaveURL('/discover')
    })

    await test.step('A session that ends in one tab ends in the others', async () => {
      await expect(other).toHaveURL('/discover')
      await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    })

    await test.step('A session that starts in one tab is there in the others', async () => {
      const token = await people.signIn(member)
      await other.evaluate((value) => localStorage.setItem('auth_token', value), token)
      await expect(button(page, 'Menu')).toBeVisible()
    })
  })
})

test.describe('A session', () => {
  test('A member whose session was ended on the server is redirected to /discover at their next action', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    await withoutInbox(page)
    await page.goto('/subscriptions')
    // All requests of the page are answered, so that the next one belongs to the member's action.
    await expect(page.getByRole('heading', { name: 'No past subscriptions yet' })).toBeVisible()
    const token = await storedToken(page)
    await fetch(`${product.url}${SIGN_OUT}`, { method: 'DELETE', headers: { authorization: token ?? '' } })

    expectRefusal(401, '/api/user')
    await page.getByRole('link', { name: 'EN Passer en français' }).click()
    await expect(page).toHaveURL('/discover')
    expect(await storedToken(page)).toBeNull()
  })

  test('A visitor’s pages send no request that needs a session', async ({ page }) => {
    await answerLanding(page, EMPTY_LANDING)
    const calls = watchCalls(page)
    await page.goto('/')
    await expect(page).toHaveURL('/discover')
    await untilHydrated(page)
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(calls.toSorted()).toEqual(['GET /health/ready', 'GET /landings'])
  })
})
