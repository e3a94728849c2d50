import { postsBy } from '#tests/e2e/support/feed.ts'
import { lightbox } from '#tests/e2e/support/lightbox.ts'
import { button, DROPPED, fetchedAhead } from '#tests/e2e/support/page.ts'
import { emailField, passwordField } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test.describe('Without a connection', () => {
  test('Signing up without a connection shows the optimistic success, and then returns to the filled form', async ({
    page,
    people,
    context,
    expectLine,
  }) => {
    const email = people.address()
    const fetched = ['login', 'toasts'].map((name) => fetchedAhead(page, name))
    await page.goto('/signup')
    await Promise.all(fetched)
    await emailField(page).fill(email)
    await passwordField(page).fill('red-velvet-seat')
    await page.getByRole('checkbox', { name: 'I am at least 18 years old' }).check()
    expectLine(/net::ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await button(page, 'Sign up').click()
    await expect(toast(page, DROPPED)).toBeVisible()
    await expect(page).toHaveURL('/signup')
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue('red-velvet-seat')
    await expect(page.getByRole('checkbox', { name: 'I am at least 18 years old' })).toBeChecked()
  })

  test('A listed post opens without a connection, even if none was opened before', { tag: '@long' }, async ({
    page,
    people,
    context,
    expectLine,
  }) => {
    const amy = await people.creator()
    await people.post(amy, { description: 'Seen before' })
    await people.signedIn(page, amy)
    const fetched = fetchedAhead(page, 'dialogs')
    await page.goto('/')
    await expect(postsBy(page, amy)).toContainText('Seen before')
    await fetched
    expectLine(/net::ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await postsBy(page, amy).getByRole('link', { name: /^Open/ }).click()
    await expect(lightbox(page).getByText('Seen before')).toBeVisible()
  })

  test('A deletion without a connection fails at once with a message, and is not sent later', async ({
    page,
    people,
    context,
    expectLine,
  }) => {
    const amy = await people.creator()
    await people.post(amy, { description: 'Still here' })
    await people.signedIn(page, amy)
    await page.goto('/')
    await postsBy(page, amy).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible()

    expectLine(/net::ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(DROPPED).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await context.setOffline(false)
    await page.reload()
    await expect(postsBy(page, amy)).toContainText('Still here')
  })
})
