import { button, storedToken, toast, watchCalls } from './support/door.ts'
import { answerLanding, NOBODY } from './support/landing.ts'
import { takenOver } from './support/taken-over.ts'
import { expect, test } from './support/test.ts'

const SIGN_OUT = '/api/users/sign_out'

test.describe('Logging out', () => {
  test('When the server fails, the member stays signed in and is told', async ({ page, people, expectRefusal }) => {
    await people.signedIn(page, await people.signUp())
    await page.goto('/')
    await page.route(`**${SIGN_OUT}`, (route) =>
      route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }),
    )
    await button(page, 'Menu').click()
    expectRefusal(500, SIGN_OUT)
    await button(page, 'Logout').click()
    await expect(toast(page, 'Something went wrong on our side. Please try again.')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await storedToken(page)).not.toBeNull()
  })

  test('A session that was over already counts as logged out', async ({ page, people, expectRefusal }) => {
    await people.signedIn(page, await people.signUp())
    await page.goto('/settings')
    await page.route(`**${SIGN_OUT}`, (route) =>
      route.fulfill({ status: 401, json: { error: 'No', code: 'unauthenticated' } }),
    )
    await button(page, 'Menu').click()
    expectRefusal(401, SIGN_OUT)
    await button(page, 'Logout').click()
    await expect(page).toHaveURL('/discover')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(await storedToken(page)).toBeNull()
  })

  test('A member is taken to /discover first, and then the token goes', async ({ page, people }) => {
    await people.signedIn(page, await people.signUp())
    await page.goto('/settings')
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
})

test.describe('A session', () => {
  test('that ends on the server takes the member to /discover at their next action', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    await page.goto('/subscriptions')
    await expect(page.getByRole('heading', { name: 'Subscriptions', exact: true })).toBeVisible()
    const token = await storedToken(page)
    await fetch(`${product.url}${SIGN_OUT}`, { method: 'DELETE', headers: { authorization: token ?? '' } })

    expectRefusal(401, '/api/user')
    await page.getByRole('link', { name: 'EN Passer en français' }).click()
    await expect(page).toHaveURL('/discover')
    expect(await storedToken(page)).toBeNull()
  })

  test('that ends in one tab ends in the others', async ({ page, people }) => {
    await people.signedIn(page, await people.signUp())
    await page.goto('/settings')
    const other = await page.context().newPage()
    await other.goto('/subscriptions')
    await button(page, 'Menu').click()
    await button(page, 'Logout').click()
    await expect(other).toHaveURL('/discover')
    await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  })

  test('that starts in one tab is there in the others', async ({ page, people }) => {
    const member = await people.signUp()
    await page.goto('/discover')
    const token = await people.signIn(member)
    const other = await page.context().newPage()
    await other.goto('/discover')
    await other.evaluate((value) => localStorage.setItem('auth_token', value), token)
    await expect(button(page, 'Menu')).toBeVisible()
  })

  test('A visitor without one asks for nothing that needs it', async ({ page }) => {
    await answerLanding(page, NOBODY)
    const calls = watchCalls(page)
    await page.goto('/')
    await expect(page).toHaveURL('/discover')
    await takenOver(page)
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(calls.toSorted()).toEqual(['GET /health/ready', 'GET /landings'])
  })
})
