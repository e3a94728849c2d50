import type { Page } from '@playwright/test'
import { button } from '#tests/e2e/support/page.ts'
import { emailField, passwordField } from '#tests/e2e/support/sign-in.ts'
import { ageBox, fillSignUp, goToSignUp, holdSignUp, PASSWORD, SIGN_UP } from '#tests/e2e/support/signup.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast, toastOf } from '#tests/e2e/support/toasts.ts'

/** The places where the browser stores this text, including the URL and the history. */
function whereStored(page: Page, words: string): Promise<string[]> {
  return page.evaluate((secret) => {
    const places = { local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie }
    const all = { ...places, address: location.href, history: history.state }
    return Object.entries(all).flatMap(([name, held]) => (JSON.stringify(held).includes(secret) ? [name] : []))
  }, words)
}

test('A sign-up that the server refuses returns to the filled form', async ({ page, people, expectRefusal }) => {
  await page.goto('/signup')
  await ageBox(page).check()

  // Spec 4.46
  await test.step('A sign-up with a common password shows the optimistic success, and then the filled form with the error at the field', async () => {
    const email = people.address()
    const { release } = await holdSignUp(page)
    await fillSignUp(page, email, 'password')
    expectRefusal(422, SIGN_UP)
    await button(page, 'Sign up').click()
    await expect(page).toHaveURL('/login')
    await expect(toastOf(page, 'success', 'You are successfully signed up')).toBeVisible()
    await release()
    await expect(page).toHaveURL('/signup')
    await expect(toast(page, 'This password is too easy to guess. Please choose another.')).toHaveRole('alert')
    await expect(toast(page, 'You are successfully signed up')).toHaveCount(0)
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue('password')
    await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(passwordField(page)).toHaveAccessibleDescription(/^This password is too easy to guess\./)
    await expect(passwordField(page)).toBeFocused()
    await expect(ageBox(page)).toBeChecked()
    expect(await whereStored(page, 'password')).toEqual([])
    await passwordField(page).fill(PASSWORD)
    await expect(passwordField(page)).not.toHaveAttribute('aria-invalid')
  })

  await dismissToasts(page)

  await test.step('An address that is taken is marked in the filled form, and signing up with another one works', async () => {
    const { email } = await people.signUp()
    await fillSignUp(page, email)
    expectRefusal(422, SIGN_UP)
    await button(page, 'Sign up').click()
    const words = 'This email address already has an account. Log in, or reset your password.'
    await expect(toast(page, words)).toHaveRole('alert')
    await expect(page).toHaveURL('/signup')
    await expect(emailField(page)).toHaveValue(email)
    await expect(emailField(page)).toHaveAccessibleDescription(words)
    await expect(emailField(page)).toBeFocused()
    await expect(passwordField(page)).toHaveValue(PASSWORD)
    await expect(ageBox(page)).toBeChecked()

    await emailField(page).fill(people.address())
    await expect(emailField(page)).toHaveAccessibleDescription('')
    const answered = page.waitForResponse(`**${SIGN_UP}`)
    await button(page, 'Sign up').click()
    await expect(page).toHaveURL('/login')
    expect((await answered).status()).toBe(201)
    await dismissToasts(page)
    // The form does not keep the password of the last attempt.
    await goToSignUp(page)
    await expect(passwordField(page)).toHaveValue('')
    await expect(ageBox(page)).not.toBeChecked()
  })

  await test.step('A refusal that arrives before the navigation to /login ends returns to the filled form as well', async () => {
    const email = people.address()
    await page.route(`**${SIGN_UP}`, (route) =>
      route.fulfill({
        status: 422,
        json: { error: 'This address is taken', code: 'email_taken', fields: { email: 'taken' } },
      }),
    )
    await fillSignUp(page, email)
    await ageBox(page).check()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expectRefusal(422, SIGN_UP)
      const answered = page.waitForResponse(`**${SIGN_UP}`)
      await button(page, 'Sign up').click()
      await answered
      await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(page).toHaveURL('/signup')
      await expect(emailField(page)).toHaveValue(email)
      await expect(passwordField(page)).toHaveValue(PASSWORD)
      await expect(ageBox(page)).toBeChecked()
      await emailField(page).press('End')
    }
    await page.unroute(`**${SIGN_UP}`)
    await dismissToasts(page)
  })

  await test.step('A visitor who is already typing at /login stays there, and the toast leads back to the filled form', async () => {
    const { email } = await people.signUp()
    const { release } = await holdSignUp(page)
    await fillSignUp(page, email)
    await ageBox(page).check()
    expectRefusal(422, SIGN_UP)
    await button(page, 'Sign up').click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await passwordField(page).pressSequentially('red')
    await release()
    await expect(
      toast(page, 'This email address already has an account. Log in, or reset your password.'),
    ).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(passwordField(page)).toHaveValue('red')
    await button(page, 'Back to the form').click()
    await expect(page).toHaveURL('/signup')
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue(PASSWORD)
    await expect(ageBox(page)).toBeChecked()
    await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
    // The form is empty after it was left.
    await page.getByRole('link', { name: 'Log in' }).click()
    await goToSignUp(page)
    await expect(passwordField(page)).toHaveValue('')
  })

  await test.step('A visitor who has opened another page stays there', async () => {
    const { email } = await people.signUp()
    const { release } = await holdSignUp(page)
    await fillSignUp(page, email)
    await ageBox(page).check()
    expectRefusal(422, SIGN_UP)
    await button(page, 'Sign up').click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page).toHaveURL('/reset-password')
    await release()
    await expect(button(page, 'Back to the form')).toBeVisible()
    await expect(page).toHaveURL('/reset-password')
    await button(page, 'Back to the form').click()
    await expect(page).toHaveURL('/signup')
    await expect(passwordField(page)).toHaveValue(PASSWORD)
  })

  // Spec 2.33
  await test.step('A visitor with an account follows the link to /login, which takes over the typed address', async () => {
    const email = people.address()
    await emailField(page).fill(email)
    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/login')
    await expect(emailField(page)).toHaveValue(email)
  })
})
