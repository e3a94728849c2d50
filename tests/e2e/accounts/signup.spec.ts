import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { emailField, logIn, passwordField } from '#tests/e2e/support/sign-in.ts'
import { ageBox, fillSignUp, holdSignUp, PASSWORD, SIGN_UP } from '#tests/e2e/support/signup.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { countToasts, dismissToasts, toast, toastOf } from '#tests/e2e/support/toasts.ts'

test.describe('Signing up', () => {
  test('Missing or invalid fields of a sign-up are reported before anything is sent', async ({ page, people }) => {
    await page.goto('/signup')

    // Spec 2.31, 4.45, 5.2, 5.3, 8.3, 9.9
    await test.step('A visitor who leaves the age box unticked is told so, nothing is sent and nothing typed is lost', async () => {
      const email = people.address()
      const calls = watchCalls(page)
      const told = await countToasts(page)
      await fillSignUp(page, email)
      await button(page, 'Sign up').click()
      await expect(toastOf(page, 'error', 'You must be at least 18 years old to sign up')).toHaveRole('alert')
      await expect(ageBox(page)).toBeFocused()
      await expect(ageBox(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(ageBox(page)).toHaveAccessibleDescription('You must be at least 18 years old to sign up')
      await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))
      await expect(page).toHaveURL('/signup')
      await expect(emailField(page)).toHaveValue(email)
      await expect(passwordField(page)).toHaveValue(PASSWORD)
      expect(await told()).toBe(1)
      expect(calls).toEqual([])
    })

    await dismissToasts(page)
    await fillSignUp(page, '', '')

    // Spec 5.1
    await test.step('A visitor who leaves out the address or the password is told which, and nothing is sent', async () => {
      const calls = watchCalls(page)
      await ageBox(page).check()
      await expect(ageBox(page)).not.toHaveAttribute('aria-invalid')
      await button(page, 'Sign up').click()
      await expect(emailField(page)).toBeFocused()
      await expect(emailField(page)).toHaveAccessibleDescription('This field is required')
      await expect(passwordField(page)).toHaveAccessibleDescription(/^This field is required/)
      await fillSignUp(page, 'amy at loge')
      await button(page, 'Sign up').click()
      await expect(emailField(page)).toHaveAccessibleDescription('Invalid email address')
      expect(calls).toEqual([])
    })

    await test.step('A password of seven characters, or of 129, is marked before anything is sent, and no success is told', async () => {
      const calls = watchCalls(page)
      const told = await countToasts(page)
      for (const password of ['sevench', '💯'.repeat(7), 'x'.repeat(129)]) {
        await fillSignUp(page, people.address(), password)
        await button(page, 'Sign up').click()
        await expect(passwordField(page)).toHaveAccessibleDescription(/^A password has 8 to 128 characters\./)
        await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
        await expect(passwordField(page)).toBeFocused()
        await passwordField(page).fill('')
        await expect(passwordField(page)).not.toHaveAttribute('aria-invalid')
      }
      await expect(page).toHaveURL('/signup')
      expect(calls).toEqual([])
      expect(await told()).toBe(0)
    })
  })

  test('A visitor signs up with the keyboard alone, sees the optimistic success, and can sign in', async ({
    page,
    people,
  }) => {
    const email = people.address()
    await page.goto('/signup')
    const { release } = await holdSignUp(page)

    await test.step('Everything can be done from the keyboard alone', async () => {
      await emailField(page).focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(ageBox(page)).toBeFocused()
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/login')
    })

    // Spec 2.30, 2.32, 4.46, 4.47, 8.4
    await test.step('The success toast and the way to /login do not wait for the server', async () => {
      await expect(toastOf(page, 'success', 'You are successfully signed up')).toHaveRole('status')
      await expect(page).toHaveURL('/login')
      await expect(emailField(page)).toHaveValue(email)

      const answered = page.waitForResponse(`**${SIGN_UP}`)
      await release()
      expect((await answered).status()).toBe(201)
      expect((await answered).headers().authorization).toBeUndefined()
      await logIn(page, { email, password: PASSWORD })
      await expect(page).toHaveURL('/')
    })
  })
})

test.describe('In French', () => {
  test.use({ locale: 'fr-FR' })

  // Spec 3.33
  test('The age box, the error and the success of a sign-up are in French for a French visitor', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const { email } = await people.signUp()
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await button(page, 'S’inscrire').click()
    await expect(toast(page, 'Vous devez avoir au moins 18 ans pour vous inscrire')).toBeVisible()
    await page.getByRole('checkbox', { name: 'J’ai au moins 18 ans' }).check()
    expectRefusal(422, SIGN_UP)
    const { release } = await holdSignUp(page)
    await button(page, 'S’inscrire').click()
    await expect(toast(page, 'Votre inscription est réussie')).toBeVisible()
    await release()
    await expect(
      toast(page, 'Cette adresse e-mail a déjà un compte. Connectez-vous ou réinitialisez votre mot de passe.'),
    ).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/^Cette adresse e-mail a déjà un compte/)
  })
})
